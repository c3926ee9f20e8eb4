// A date field: typed in the pattern of the user's language, or selected in a calendar that loads when it opens.
import "@mantine/core/styles/Popover.css";
import "@mantine/core/styles/ActionIcon.css";
import { ActionIcon, Popover, TextInput } from "@mantine/core";
import { IconCalendar } from "@tabler/icons-react";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { useLocale } from "../../i18n/locale";
import { useTranslate } from "../../i18n/translate";
import { formatTypedDate, parseTypedDate, readDay } from "../../lib/dates";
import { useToday } from "../../session/today";
import classes from "./DateField.module.css";

const CalendarPanel = lazy(() =>
  import("./CalendarPanel").then((module) => ({ default: module.CalendarPanel })),
);

type Props = {
  label: ReactNode;
  name: string;
  /** A day as YYYY-MM-DD, or what was typed instead of one. */
  value: string;
  onChange: (value: string) => void;
  /** Called when the input is complete: on blur, Enter, or a day in the calendar. */
  onSettled?: (value: string) => void;
  id?: string;
  inputName?: string;
  description?: ReactNode;
  error?: ReactNode;
  required?: boolean;
  disabled?: boolean;
  /** In another popover, the calendar must not use a portal, or selecting a day closes the popover. */
  nested?: boolean;
};

export function DateField(props: Props) {
  const { label, name, value, onChange, onSettled, inputName, nested = false, ...rest } = props;
  const { error, ...field } = rest;
  const t = useTranslate();
  const locale = useLocale();
  const today = useToday();
  const [opened, setOpened] = useState(false);
  /** The text while it is being typed; afterwards the day is written in the pattern. */
  const [typed, setTyped] = useState<string | null>(null);
  const day = readDay(value);
  const isUnreadable = typed === null && value !== "" && day === undefined;
  const settle = () => {
    setTyped(null);
    onSettled?.(value);
  };
  const selectDay = (iso: string) => {
    setTyped(null);
    onChange(iso);
    onSettled?.(iso);
    setOpened(false);
  };
  return (
    <TextInput
      {...field}
      error={error ?? (isUnreadable ? t("form.date_invalid") : undefined)}
      value={typed ?? (day === undefined ? value : formatTypedDate(day, locale))}
      onChange={({ currentTarget: { value: text } }) => {
        setTyped(text);
        onChange(text.trim() === "" ? "" : (parseTypedDate(text, locale, today) ?? text));
      }}
      onBlur={settle}
      onKeyDown={({ key }) => {
        if (key === "Enter") settle();
      }}
      name={inputName}
      classNames={{ input: classes.input }}
      label={label}
      placeholder={t("ui.calendar.format")}
      autoComplete="off"
      maw={280}
      rightSection={
        <Popover
          opened={opened}
          onChange={setOpened}
          position="bottom-end"
          trapFocus
          returnFocus
          shadow="md"
          withinPortal={!nested}
        >
          <Popover.Target>
            <ActionIcon
              variant="subtle"
              color="gray"
              disabled={rest.disabled ?? false}
              aria-label={t("ui.calendar.open", { label: name })}
              onClick={() => setOpened((open) => !open)}
            >
              <IconCalendar size={16} aria-hidden />
            </ActionIcon>
          </Popover.Target>
          <Popover.Dropdown aria-label={name}>
            <Suspense fallback={null}>
              {opened && <CalendarPanel value={day ?? null} onSelect={selectDay} />}
            </Suspense>
          </Popover.Dropdown>
        </Popover>
      }
    />
  );
}
