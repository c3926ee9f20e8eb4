// A date that can be typed in the reader's order or picked from a calendar loaded when it is opened.
import "@mantine/core/styles/Popover.css";
import "@mantine/core/styles/ActionIcon.css";
import { ActionIcon, Popover, TextInput } from "@mantine/core";
import { IconCalendar } from "@tabler/icons-react";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { useLocale } from "../../i18n/locale";
import { useTranslate } from "../../i18n/translate";
import { formatTypedDate, parseTypedDate } from "../../lib/dates";
import { useToday } from "../../session/today";
import classes from "./DateField.module.css";
import { useTypedText } from "./typedText";

const CalendarPanel = lazy(() =>
  import("./CalendarPanel").then((module) => ({ default: module.CalendarPanel })),
);

type Props = {
  label: ReactNode;
  name: string;
  value: string;
  onChange: (value: string) => void;
  /** The value is meant: its field is left, or Enter pressed, or a day picked. */
  onSettled?: (value: string) => void;
  id?: string;
  inputName?: string;
  description?: ReactNode;
  error?: ReactNode;
  required?: boolean;
  /** Inside another popover the calendar must be part of it, or picking a day closes it. */
  nested?: boolean;
};

export function DateField(props: Props) {
  const { label, name, value, onChange, onSettled, inputName, nested = false, ...field } = props;
  const t = useTranslate();
  const locale = useLocale();
  const today = useToday();
  const [opened, setOpened] = useState(false);
  const text = useTypedText({
    value,
    onChange,
    parse: (typed) => parseTypedDate(typed, locale, today),
    format: (iso) => formatTypedDate(iso, locale),
  });
  const picked = parseTypedDate(value, locale, today);
  const pick = (iso: string) => {
    onChange(iso);
    onSettled?.(iso);
    setOpened(false);
  };
  return (
    <TextInput
      {...field}
      {...text}
      onBlur={() => {
        text.onBlur();
        onSettled?.(value);
      }}
      onKeyDown={(event) => {
        if (event.key === "Enter") onSettled?.(value);
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
              aria-label={t("ui.calendar.open", { label: name })}
              onClick={() => setOpened((open) => !open)}
            >
              <IconCalendar size={16} aria-hidden />
            </ActionIcon>
          </Popover.Target>
          <Popover.Dropdown aria-label={name}>
            <Suspense fallback={null}>
              {opened && <CalendarPanel value={picked} onPick={pick} />}
            </Suspense>
          </Popover.Dropdown>
        </Popover>
      }
    />
  );
}
