// Checkboxes for several values of an enumeration; values that the user cannot change are shown disabled.
import "@mantine/core/styles/Checkbox.css";
import { Checkbox, Stack } from "@mantine/core";
import { useState } from "react";
import { useEnumOptions } from "../../../session/enumOptions";
import type { FieldDescription } from "../fields";
import type { ControlProps } from "./control";

type Props = ControlProps<string[]> & { field: Extract<FieldDescription, { kind: "choices" }> };

export function ChoicesControl({ field, inputName, name: _, value, onChange, ...control }: Props) {
  const { selectable } = useEnumOptions();
  const [initial] = useState(value);
  const isOffered = (candidate: string) =>
    field.values === undefined || field.values.includes(candidate);
  const shown = selectable(field.enumName, initial).filter(
    (item) => isOffered(item.value) || initial.includes(item.value),
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
