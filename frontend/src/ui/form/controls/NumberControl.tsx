// Integers, decimals and hours, with either decimal separator.
import { TextInput } from "@mantine/core";
import { useLocale } from "../../../i18n/locale";
import { formatDecimal, parseDecimal } from "../../../lib/numbers";
import { useTypedText } from "../../fields/typedText";
import type { ControlProps } from "./control";

type Props = ControlProps<string> & {
  kind: "integer" | "hours" | "decimal";
  decimals?: number | undefined;
};

export function NumberControl(props: Props) {
  const { kind, decimals, inputName, name: _, value, onChange, ...control } = props;
  const locale = useLocale();
  const text = useTypedText({
    value,
    onChange,
    parse: (typed) => parseDecimal(typed, kind === "integer" ? 0 : decimals),
    format: (number) => (kind === "integer" ? number : formatDecimal(number, locale, 0, decimals)),
  });
  return (
    <TextInput
      {...control}
      {...text}
      name={inputName}
      inputMode={kind === "integer" ? "numeric" : "decimal"}
      rightSection={kind === "hours" ? <span aria-hidden>h</span> : undefined}
      maw={220}
    />
  );
}
