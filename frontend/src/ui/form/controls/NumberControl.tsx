// Whole numbers and hours, typed with either decimal sign.
import { TextInput } from "@mantine/core";
import { useLocale } from "../../../i18n/locale";
import { formatDecimal, parseDecimal } from "../../../lib/numbers";
import { useTypedText } from "../../typedText";
import type { ControlProps } from "./control";

type Props = ControlProps<string> & { kind: "integer" | "hours" };

export function NumberControl({ kind, inputName, name: _, value, onChange, ...control }: Props) {
  const locale = useLocale();
  const text = useTypedText({
    value,
    onChange,
    parse: (typed) => parseDecimal(typed, kind === "hours" ? 2 : 0),
    format: (number) => (kind === "hours" ? formatDecimal(number, locale) : number),
  });
  return (
    <TextInput
      {...control}
      {...text}
      name={inputName}
      inputMode={kind === "hours" ? "decimal" : "numeric"}
      rightSection={kind === "hours" ? <span aria-hidden>h</span> : undefined}
      maw={220}
    />
  );
}
