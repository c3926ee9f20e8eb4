// A described field with the control of its kind; re-renders only when its value changes.
import { memo, type ReactNode } from "react";
import { useTranslate } from "../../i18n/translate";
import { DateField } from "../fields/DateField";
import { ReferenceSelect } from "../fields/ReferenceSelect";
import { ChoiceControl } from "./controls/ChoiceControl";
import { MoneyControl } from "./controls/MoneyControl";
import { NumberControl } from "./controls/NumberControl";
import { SwitchControl } from "./controls/SwitchControl";
import { TextControl } from "./controls/TextControl";
import { TimezoneControl } from "./controls/TimezoneControl";
import type { FieldDescription, FieldValue, Ref, Weight } from "./fields";
import { LAZY } from "./lazyControls";

type Props = {
  field: FieldDescription;
  id: string;
  value: FieldValue;
  error: ReactNode;
  /** The currency of a money field, from the form's currency field. */
  currency: string;
  onChange: (name: string, value: FieldValue) => void;
  /** A dialog focuses this field when it opens. */
  autoFocus: boolean;
};

function FieldControl({ field, id, value, error, currency, onChange, autoFocus }: Props) {
  const t = useTranslate();
  const label = t(field.label);
  const common = {
    id,
    inputName: field.name,
    label,
    name: label,
    description: field.fixed ? t(field.fixed) : field.help && t(field.help),
    ...(field.fixed ? { disabled: true } : {}),
    error,
    required: field.required ?? false,
    ...(autoFocus ? { "data-autofocus": true } : {}),
    onChange: (next: FieldValue) => onChange(field.name, next),
  };
  switch (field.kind) {
    case "text":
    case "textarea":
      return <TextControl {...common} field={field} value={value as string} />;
    case "integer":
    case "hours":
      return <NumberControl {...common} kind={field.kind} value={value as string} />;
    case "decimal": {
      const { decimals } = field;
      return (
        <NumberControl {...common} kind="decimal" decimals={decimals} value={value as string} />
      );
    }
    case "money":
      return <MoneyControl {...common} currency={currency} value={value as string} />;
    case "date":
      return <DateField {...common} value={value as string} />;
    case "choice":
      return <ChoiceControl {...common} field={field} value={value as string} />;
    case "choices":
      return <LAZY.choices {...common} field={field} value={value as string[]} />;
    case "timezone":
      return <TimezoneControl {...common} value={value as string} />;
    case "reference": {
      const { inputName: _, ...rest } = common;
      return (
        <ReferenceSelect
          {...rest}
          path={field.path}
          query={field.query}
          idField={field.idField}
          value={value as Ref | null}
        />
      );
    }
    case "drawn":
      return <field.control {...common} value={value as string} />;
    case "file":
      return <field.control {...common} value={value as Ref | null} />;
    case "references":
      return (
        <LAZY.references {...common} path={field.path} query={field.query} value={value as Ref[]} />
      );
    case "numbers":
    case "tags":
      return <LAZY.tags {...common} value={value as string[]} max={field.items} />;
    case "switch":
      return <SwitchControl {...common} value={value as boolean} />;
    case "secret":
      return <LAZY.secret {...common} isSet={field.isSet} value={value as string | false} />;
    case "weights":
      return <LAZY.weights {...common} path={field.path} value={value as Weight[]} />;
  }
}

export const FormField = memo(FieldControl);
