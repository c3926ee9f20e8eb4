// The props of every form control.
import type { ReactNode } from "react";

export type ControlProps<Value> = {
  id: string;
  /** The name of the input, so that a blur event identifies its field. */
  inputName: string;
  label: string;
  /** The label as plain text, for the buttons in a control. */
  name: string;
  description: ReactNode;
  error: ReactNode;
  required: boolean;
  disabled?: boolean;
  "data-autofocus"?: boolean;
  value: Value;
  onChange: (value: Value) => void;
};
