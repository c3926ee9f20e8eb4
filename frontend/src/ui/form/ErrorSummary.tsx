// All errors of a form; each entry links to its field.
import "@mantine/core/styles/Alert.css";
import "@mantine/core/styles/Anchor.css";
import { Alert, Anchor } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslate } from "../../i18n/translate";
import classes from "./Form.module.css";
import type { FieldDescription } from "./fields";
import { fieldId, focusField } from "./focus";

type Props = {
  formId: string;
  fields: readonly FieldDescription[];
  errors: Readonly<Record<string, ReactNode>>;
  /** Errors that belong to no field of the form. */
  others: readonly string[];
};

export function ErrorSummary({ formId, fields, errors, others }: Props) {
  const t = useTranslate();
  const invalid = fields.filter((field) => errors[field.name]);
  const count = invalid.length + others.length;
  if (count === 0) return null;
  return (
    <Alert
      role="alert"
      color="red"
      icon={<IconAlertTriangle aria-hidden />}
      title={t("form.summary", { count })}
    >
      <ul className={classes.summary}>
        {invalid.map((field) => (
          <li key={field.name}>
            <Anchor
              size="sm"
              href={`#${fieldId(formId, field.name)}`}
              onClick={(event) => {
                event.preventDefault();
                focusField(formId, field.name);
              }}
            >
              {t(field.label)}
            </Anchor>
            {" – "}
            {errors[field.name]}
          </li>
        ))}
        {others.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </Alert>
  );
}
