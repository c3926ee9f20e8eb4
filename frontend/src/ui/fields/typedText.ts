// Fields that read what people type: raw while typing, tidied when they leave.
import { type ChangeEvent, useState } from "react";

type Reading = {
  /** The canonical value, or the raw text while it cannot be read. */
  value: string;
  onChange: (value: string) => void;
  /** Text to canonical value, or null when it cannot be read. */
  parse: (text: string) => string | null;
  /** Canonical value to the text the field shows at rest. */
  format: (value: string) => string;
};

export function useTypedText({ value, onChange, parse, format }: Reading) {
  const [typed, setTyped] = useState<string | null>(null);
  const readable = value !== "" && parse(value) !== null;
  return {
    value: typed ?? (readable ? format(value) : value),
    onChange: (event: ChangeEvent<HTMLInputElement>) => {
      const text = event.currentTarget.value;
      setTyped(text);
      onChange(text.trim() === "" ? "" : (parse(text) ?? text));
    },
    onBlur: () => setTyped(null),
  };
}
