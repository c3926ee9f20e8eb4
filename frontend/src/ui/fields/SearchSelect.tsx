// One choice found by typing part of its name; where the choices come from is the caller's business.
import "@mantine/core/styles/Combobox.css";
import { Combobox, TextInput, useCombobox } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { useTranslate } from "../../i18n/translate";
import { NamedCloseButton } from "../actions/NamedCloseButton";
import classes from "../ui.module.css";

/** What is typed, and whether the choices are open: the caller looks for choices by it. */
export function useSearchSelect() {
  const combobox = useCombobox();
  /** Null while at rest: then the field shows the chosen one's name. */
  const [typed, setTyped] = useState<string | null>(null);
  return { combobox, typed, setTyped, opened: combobox.dropdownOpened };
}

type Option = { value: string; label: string };

export type SearchFieldProps = {
  label: ReactNode;
  /** The plain words of the label, for what is inside the field. */
  name: string;
  id?: string;
  description?: ReactNode;
  error?: ReactNode;
  required?: boolean;
  "aria-label"?: string;
  "data-autofocus"?: boolean;
  /** Inside another popover the choices must be part of it, or choosing one closes it. */
  nested?: boolean;
};

type Props = SearchFieldProps & {
  search: ReturnType<typeof useSearchSelect>;
  value: Option | null;
  onChange: (value: string | null) => void;
  options: readonly Option[];
  /** The choices are still on their way. */
  searching?: boolean;
};

export function SearchSelect(props: Props) {
  const { search, value, onChange, options, searching, name, nested = false, ...field } = props;
  const { combobox, typed, setTyped } = search;
  const t = useTranslate();
  const choose = (chosen: string | null) => {
    onChange(chosen);
    setTyped(null);
    combobox.closeDropdown();
  };
  const leave = () => {
    combobox.closeDropdown();
    if (typed === "" && value !== null) onChange(null);
    setTyped(null);
  };
  return (
    <Combobox store={combobox} shadow="md" withinPortal={!nested} onOptionSubmit={choose}>
      <Combobox.Target withExpandedAttribute autoComplete="off">
        <TextInput
          {...field}
          placeholder={t("form.choose")}
          value={typed ?? value?.label ?? ""}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            combobox.openDropdown();
            combobox.resetSelectedOption();
          }}
          onClick={() => combobox.openDropdown()}
          onBlur={leave}
          rightSection={
            value === null ? (
              <Combobox.Chevron />
            ) : (
              <NamedCloseButton
                label={t("ui.clear", { label: name })}
                onClick={() => choose(null)}
              />
            )
          }
          rightSectionPointerEvents={value === null ? "none" : "all"}
        />
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Options aria-label={name} className={classes.options}>
          {options.map((option) => (
            <Combobox.Option
              key={option.value}
              value={option.value}
              active={option.value === value?.value}
            >
              {option.label}
            </Combobox.Option>
          ))}
          {options.length === 0 && (
            <Combobox.Empty>
              {t(searching ? "ui.reference.loading" : "ui.reference.nothing")}
            </Combobox.Empty>
          )}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
