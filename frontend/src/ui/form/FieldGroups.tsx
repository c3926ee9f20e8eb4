// The fields of a form in titled groups.

import { useTranslate } from "../../i18n/translate";
import classes from "./Form.module.css";
import { FormField } from "./FormField";
import type { FieldDescription } from "./fields";
import { emptyValue } from "./fields";
import { fieldId } from "./focus";
import type { ResourceFormState } from "./useResourceForm";

type Group = { title: FieldDescription["section"]; fields: FieldDescription[] };

function groupFields(fields: readonly FieldDescription[]): Group[] {
  const groups: Group[] = [];
  for (const field of fields) {
    const current = groups.at(-1);
    const isNewGroup = current === undefined || (field.section && field.section !== current.title);
    if (isNewGroup) groups.push({ title: field.section, fields: [field] });
    else current.fields.push(field);
  }
  return groups;
}

type Props = {
  formId: string;
  fields: readonly FieldDescription[];
  form: ResourceFormState;
  currency: string;
};

export function FieldGroups({ formId, fields, form, currency }: Props) {
  const t = useTranslate();
  return groupFields(fields).map((group) => (
    <fieldset key={group.fields[0]?.name} className={classes.group}>
      {group.title && <legend className={classes.legend}>{t(group.title)}</legend>}
      {group.fields.map((field) => (
        <div key={field.name} data-field={field.name} data-half={field.half}>
          <FormField
            field={field}
            id={fieldId(formId, field.name)}
            value={form.values[field.name] ?? emptyValue(field)}
            error={form.errors[field.name]}
            currency={currency}
            onChange={form.setValue}
            autoFocus={field === fields[0]}
          />
        </div>
      ))}
    </fieldset>
  ));
}
