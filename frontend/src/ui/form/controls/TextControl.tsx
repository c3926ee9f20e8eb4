// A text input or a text area.
import { Textarea, TextInput } from "@mantine/core";
import type { FieldDescription } from "../fields";
import type { ControlProps } from "./control";

type Props = ControlProps<string> & {
  field: Extract<FieldDescription, { kind: "text" | "textarea" }>;
};

export function TextControl({ field, inputName, name: _, onChange, ...control }: Props) {
  if (field.kind === "textarea") {
    return (
      <Textarea
        {...control}
        name={inputName}
        rows={4}
        resize="vertical"
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    );
  }
  return (
    <TextInput
      {...control}
      name={inputName}
      type={field.input === "url" ? "text" : (field.input ?? "text")}
      inputMode={field.input}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
