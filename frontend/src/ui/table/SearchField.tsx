// A search that waits for the typist: the address follows a quarter of a second behind.
import { TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslate } from "../../i18n/translate";

const SEARCH_DELAY_MS = 250;

type Props = { value: string; label: string; onSearch: (text: string) => void };

export function SearchField({ value, label, onSearch }: Props) {
  const t = useTranslate();
  const [typed, setTyped] = useState(value);
  const [seen, setSeen] = useState(value);
  const [sent, setSent] = useState<string>();
  const search = useDebouncedCallback((text: string) => {
    setSent(text.trim());
    onSearch(text);
  }, SEARCH_DELAY_MS);
  if (value !== seen) {
    setSeen(value);
    // What was sent comes back while the next letters are typed; what comes from elsewhere takes the field's place.
    if (value !== sent) {
      setSent(undefined);
      setTyped(value);
    }
  }
  return (
    <TextInput
      type="search"
      aria-keyshortcuts="/"
      aria-label={label}
      placeholder={t("table.search")}
      leftSection={<IconSearch size={16} aria-hidden />}
      value={typed}
      maxLength={100}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        search(event.currentTarget.value);
      }}
      w={{ base: "100%", sm: 260 }}
    />
  );
}
