// What every control of a form is given, whatever its kind.
import type { ReactNode } from "react";

export type ControlProps<Value> = {
  id: string;
  /** The field's name, so that leaving the control tells the form which one was left. */
  inputName: string;
  label: string;
  /** The label's plain words, for the buttons inside a control. */
  name: string;
  description: ReactNode;
  error: ReactNode;
  required: boolean;
  "data-autofocus"?: boolean;
  value: Value;
  onChange: (value: Value) => void;
};
