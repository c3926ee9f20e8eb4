// A select for one value of an enumeration.
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
  const { selectable } = useEnumOptions();
  // The record's own value stays an option, even an inactive one.
  const [initial] = useState(control.value);
  const choices = selectable(field.enumName, [initial]).filter(
    ({ value }) => field.values === undefined || field.values.includes(value) || value === initial,
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
