// A search field whose value reaches the URL after a delay.
import { TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslate } from "../../i18n/translate";
import classes from "./Toolbar.module.css";

const SEARCH_DELAY_MS = 250;

type Props = { value: string; label: string; onSearch: (text: string) => void };

export function SearchField({ value, label, onSearch }: Props) {
  const t = useTranslate();
  const [text, setText] = useState(value);
  const [lastValue, setLastValue] = useState(value);
  const [lastSent, setLastSent] = useState<string>();
  const search = useDebouncedCallback((text: string) => {
    setLastSent(text.trim());
    onSearch(text);
  }, SEARCH_DELAY_MS);
  if (value !== lastValue) {
    setLastValue(value);
    // A sent value comes back while the user types on and is ignored; any other new value replaces the text.
    if (value !== lastSent) {
      setLastSent(undefined);
      setText(value);
    }
  }
  return (
    <TextInput
      type="search"
      aria-keyshortcuts="/"
      aria-label={label}
      placeholder={t("table.search")}
      leftSection={<IconSearch size={16} aria-hidden />}
      value={text}
      maxLength={100}
      onChange={(event) => {
        setText(event.currentTarget.value);
        search(event.currentTarget.value);
      }}
      className={classes.search}
    />
  );
}
