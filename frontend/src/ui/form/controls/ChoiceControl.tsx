// One of the server's listed choices, in the reader's language.
import "@mantine/core/styles/Combobox.css";
import { NativeSelect } from "@mantine/core";
import { useState } from "react";
import { useTranslate } from "../../../i18n/translate";
import { useEnumOptions } from "../../../session/enumOptions";
import type { FieldDescription } from "../fields";
import type { ControlProps } from "./control";

type Props = ControlProps<string> & { field: Extract<FieldDescription, { kind: "choice" }> };

export function ChoiceControl({ field, inputName, name: _, onChange, ...control }: Props) {
  const t = useTranslate();
  const { offered } = useEnumOptions();
  // What the record has stays a choice of its own form.
  const [kept] = useState(control.value);
  const choices = offered(field.enumName, [kept]).filter(
    ({ value }) => field.values === undefined || field.values.includes(value) || value === kept,
  );
  return (
    <NativeSelect
      {...control}
      name={inputName}
      data={[{ value: "", label: t("form.choose") }, ...choices]}
      onChange={(event) => onChange(event.currentTarget.value)}
      maw={360}
    />
  );
}
