// One of the server's listed choices, in the reader's language.
import "@mantine/core/styles/Combobox.css";
import { NativeSelect } from "@mantine/core";
import { useTranslate } from "../../../i18n/translate";
import { useEnumOptions } from "../../../session/enumOptions";
import type { FieldDescription } from "../fields";
import type { ControlProps } from "./control";

type Props = ControlProps<string> & { field: Extract<FieldDescription, { kind: "choice" }> };

export function ChoiceControl({ field, inputName, name: _, onChange, ...control }: Props) {
  const t = useTranslate();
  const { items } = useEnumOptions();
  const offered = items(field.enumName).filter(
    ({ value }) => field.values === undefined || field.values.includes(value),
  );
  return (
    <NativeSelect
      {...control}
      name={inputName}
      data={[{ value: "", label: t("form.choose") }, ...offered]}
      onChange={(event) => onChange(event.currentTarget.value)}
      maw={360}
    />
  );
}
