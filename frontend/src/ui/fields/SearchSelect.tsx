// Selects one option by part of its label; the caller provides the options.
import "@mantine/core/styles/Combobox.css";
import { Combobox, TextInput, useCombobox } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { useTranslate } from "../../i18n/translate";
import { NamedCloseButton } from "../actions/NamedCloseButton";
import classes from "../ui.module.css";

/** The typed text and whether the dropdown is open, for the caller's search. */
export function useSearchSelect() {
  const combobox = useCombobox();
  /** Null without focus: the field then shows the selected option. */
  const [typed, setTyped] = useState<string | null>(null);
  return { combobox, typed, setTyped, opened: combobox.dropdownOpened };
}

type Option = { value: string; label: string };

export type SearchFieldProps = {
  label: ReactNode;
  /** The label as plain text, for the buttons in the field. */
  name: string;
  id?: string;
  description?: ReactNode;
  error?: ReactNode;
  required?: boolean;
  "aria-label"?: string;
  "data-autofocus"?: boolean;
  /** In another popover, the dropdown must not use a portal, or selecting an option closes the popover. */
  nested?: boolean;
};

type Props = SearchFieldProps & {
  search: ReturnType<typeof useSearchSelect>;
  value: Option | null;
  onChange: (value: string | null) => void;
  options: readonly Option[];
  /** The options are still loading. */
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
  const onBlur = () => {
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
          onBlur={onBlur}
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
