// A text field that parses what the user types: raw while typing, formatted on blur.
import { type ChangeEvent, useState } from "react";

type TypedTextOptions = {
  /** The canonical value, or the raw text while it cannot be parsed. */
  value: string;
  onChange: (value: string) => void;
  /** From text to the canonical value; null when it cannot be parsed. */
  parse: (text: string) => string | null;
  /** From the canonical value to the displayed text. */
  format: (value: string) => string;
};

export function useTypedText({ value, onChange, parse, format }: TypedTextOptions) {
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
