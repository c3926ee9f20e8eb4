// The browser's own list of choices, for screens that have no form: as light as it gets, and every device knows it.
import { useId } from "react";
import classes from "./PlainSelect.module.css";

type Choice = { value: string; label: string };
type Props = {
  label: string;
  value: string;
  choices: readonly Choice[];
  onChange: (value: string) => void;
};

export function PlainSelect({ label, value, choices, onChange }: Props) {
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
