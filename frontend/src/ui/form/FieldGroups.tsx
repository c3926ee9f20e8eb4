// The fields of a form in titled groups.
import { UnstyledButton } from "@mantine/core";
import { useTranslate } from "../../i18n/translate";
import classes from "./Form.module.css";
import { FormField } from "./FormField";
import type { FieldDescription } from "./fields";
import { emptyValue } from "./fields";
import { fieldId } from "./focus";
import type { ResourceFormState } from "./useResourceForm";

/** Fields that need the whole width. */
const WIDE: ReadonlySet<FieldDescription["kind"]> = new Set([
  "textarea",
  "tags",
  "numbers",
  "choices",
  "references",
  "weights",
  "drawn",
  "file",
]);

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

/** On a wide page the fields stand in two columns, beside links to their groups. */
export function FieldGroups({ formId, fields, form, currency }: Props) {
  const t = useTranslate();
  const groups = groupFields(fields);
  return (
    <div className={classes.groups}>
      <SectionLinks formId={formId} titles={groups.map((group) => group.title)} />
      {groups.map((group, index) => (
        <fieldset key={group.fields[0]?.name} className={classes.group}>
          {group.title && (
            <legend id={sectionId(formId, index)} tabIndex={-1} className={classes.legend}>
              {t(group.title)}
            </legend>
          )}
          {group.fields.map((field) => (
            <div
              key={field.name}
              data-field={field.name}
              data-half={field.half}
              data-wide={WIDE.has(field.kind) || undefined}
            >
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
      ))}
    </div>
  );
}

/** Links to the groups, where a form has several. */
function SectionLinks({ formId, titles }: { formId: string; titles: readonly Group["title"][] }) {
  const t = useTranslate();
  if (titles.length < 3) return null;
  return (
    <nav className={classes.sections} aria-label={t("form.sections")}>
      {titles.map((title, index) =>
        title === undefined ? null : (
          <UnstyledButton
            key={title}
            className={classes.section}
            onClick={() => focusSection(sectionId(formId, index))}
          >
            {t(title)}
          </UnstyledButton>
        ),
      )}
    </nav>
  );
}

function sectionId(formId: string, index: number): string {
  return `${formId}-section-${index}`;
}

function focusSection(id: string): void {
  const legend = document.getElementById(id);
  legend?.scrollIntoView?.({ block: "start" });
  legend?.focus({ preventScroll: true });
}
