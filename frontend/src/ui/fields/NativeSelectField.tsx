// A native select for screens without a form.
import { useId } from "react";
import classes from "./NativeSelectField.module.css";

type Choice = { value: string; label: string };
type Props = {
  label: string;
  value: string;
  choices: readonly Choice[];
  onChange: (value: string) => void;
};

export function NativeSelectField({ label, value, choices, onChange }: Props) {
  const id = useId();
  return (
    <div className={classes.field}>
      <label htmlFor={id}>{label}</label>
      <select id={id} value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
    </div>
  );
}
