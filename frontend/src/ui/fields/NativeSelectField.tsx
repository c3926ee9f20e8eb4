// A select for screens without a form, which looks like those of forms.
import "@mantine/core/styles/Combobox.css";
import { NativeSelect } from "@mantine/core";
import classes from "./NativeSelectField.module.css";

type Choice = { value: string; label: string };
type Props = {
  label: string;
  description?: string;
  value: string;
  choices: readonly Choice[];
  onChange: (value: string) => void;
};

export function NativeSelectField({ label, description, value, choices, onChange }: Props) {
  return (
    <NativeSelect
      className={classes.field}
      label={label}
      description={description}
      value={value}
      data={[...choices]}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
