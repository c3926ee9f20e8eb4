// Several of the server's listed choices; those that are not the reader's to change are shown, and stay.
import "@mantine/core/styles/Checkbox.css";
import { Checkbox, Stack } from "@mantine/core";
import { useState } from "react";
import { useEnumOptions } from "../../../session/enumOptions";
import type { FieldDescription } from "../fields";
import type { ControlProps } from "./control";

type Props = ControlProps<string[]> & { field: Extract<FieldDescription, { kind: "choices" }> };

export function ChoicesControl({ field, inputName, name: _, value, onChange, ...control }: Props) {
  const { offered } = useEnumOptions();
  const [held] = useState(value);
  const isOffered = (one: string) => field.values === undefined || field.values.includes(one);
  const shown = offered(field.enumName, held).filter(
    (item) => isOffered(item.value) || held.includes(item.value),
  );
  return (
    <Checkbox.Group {...control} value={value} onChange={onChange}>
      <Stack gap={8} mt={6}>
        {shown.map((item) => (
          <Checkbox
            key={item.value}
            name={inputName}
            value={item.value}
            label={item.label}
            disabled={!isOffered(item.value)}
          />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}
