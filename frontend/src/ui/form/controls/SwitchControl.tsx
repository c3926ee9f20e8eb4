// A switch for a boolean.
import "@mantine/core/styles/Switch.css";
import { Switch } from "@mantine/core";
import type { ControlProps } from "./control";

export function SwitchControl(props: ControlProps<boolean>) {
  const { inputName, name: _, required: __, value, onChange, ...control } = props;
  return (
    <Switch
      {...control}
      name={inputName}
      checked={value}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
}
