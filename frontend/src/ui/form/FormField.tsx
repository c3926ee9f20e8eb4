// One described field as the control of its kind; only fields whose value changed are drawn again.
import { memo, type ReactNode } from "react";
import { useTranslate } from "../../i18n/translate";
import { DateField } from "../fields/DateField";
import { ReferenceSelect } from "../fields/ReferenceSelect";
import { lazyComponent } from "../lazyComponent";
import { ChoiceControl } from "./controls/ChoiceControl";
import { MoneyControl } from "./controls/MoneyControl";
import { NumberControl } from "./controls/NumberControl";
import { SwitchControl } from "./controls/SwitchControl";
import { TextControl } from "./controls/TextControl";
import { TimezoneControl } from "./controls/TimezoneControl";
import type { FieldDescription, FieldValue, Ref, Weight } from "./fields";

// What few forms have comes when one has it.
const ChoicesControl = lazyComponent(
  async () => (await import("./controls/ChoicesControl")).ChoicesControl,
);
const ReferencesControl = lazyComponent(
  async () => (await import("./controls/ReferencesControl")).ReferencesControl,
);
const SecretControl = lazyComponent(
  async () => (await import("./controls/SecretControl")).SecretControl,
);
const TagsControl = lazyComponent(async () => (await import("./controls/TagsControl")).TagsControl);
const WeightsControl = lazyComponent(
  async () => (await import("./controls/WeightsControl")).WeightsControl,
);

type Props = {
  field: FieldDescription;
  id: string;
  value: FieldValue;
  error: ReactNode;
  /** The currency of a money field, from the form's currency field. */
  currency: string;
  onChange: (name: string, value: FieldValue) => void;
  /** A dialogue that opens puts the reader here. */
  first: boolean;
};

function FieldControl({ field, id, value, error, currency, onChange, first }: Props) {
  const t = useTranslate();
  const label = t(field.label);
  const shared = {
    id,
    inputName: field.name,
    label,
    name: label,
    description: field.help && t(field.help),
    error,
    required: field.required ?? false,
    ...(first ? { "data-autofocus": true } : {}),
    onChange: (next: FieldValue) => onChange(field.name, next),
  };
  switch (field.kind) {
    case "text":
    case "textarea":
      return <TextControl {...shared} field={field} value={value as string} />;
    case "integer":
    case "hours":
      return <NumberControl {...shared} kind={field.kind} value={value as string} />;
    case "decimal": {
      const { decimals } = field;
      return (
        <NumberControl {...shared} kind="decimal" decimals={decimals} value={value as string} />
      );
    }
    case "money":
      return <MoneyControl {...shared} currency={currency} value={value as string} />;
    case "date":
      return <DateField {...shared} value={value as string} />;
    case "choice":
      return <ChoiceControl {...shared} field={field} value={value as string} />;
    case "choices":
      return <ChoicesControl {...shared} field={field} value={value as string[]} />;
    case "timezone":
      return <TimezoneControl {...shared} value={value as string} />;
    case "reference": {
      const { inputName: _, ...rest } = shared;
      return (
        <ReferenceSelect
          {...rest}
          path={field.path}
          query={field.query}
          idOf={field.idOf}
          value={value as Ref | null}
        />
      );
    }
    case "drawn":
      return <field.control {...shared} value={value as string} />;
    case "file":
      return <field.control {...shared} value={value as Ref | null} />;
    case "references":
      return (
        <ReferencesControl
          {...shared}
          path={field.path}
          query={field.query}
          value={value as Ref[]}
        />
      );
    case "numbers":
    case "tags":
      return <TagsControl {...shared} value={value as string[]} />;
    case "switch":
      return <SwitchControl {...shared} value={value as boolean} />;
    case "secret":
      return <SecretControl {...shared} isSet={field.isSet} value={value as string | false} />;
    case "weights":
      return <WeightsControl {...shared} path={field.path} value={value as Weight[]} />;
  }
}

export const FormField = memo(FieldControl);
