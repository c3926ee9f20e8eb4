// Asks once for the values of a bulk change.
import { Button, Group, Text } from "@mantine/core";
import { type ReactNode, useId, useState } from "react";
import { useTranslate } from "../../i18n/translate";
import { useCurrentUser } from "../../session/currentUser";
import { FieldGroups } from "../form/FieldGroups";
import classes from "../form/Form.module.css";
import { FormModal } from "../form/FormModal";
import type { FieldDescription, FormValues } from "../form/fields";
import { focusField } from "../form/focus";
import { creationPayload, valuesFromRecord } from "../form/payload";
import { useResourceForm } from "../form/useResourceForm";
import type { Change } from "./bulk";

type Props = {
  title: string;
  count: number;
  fields: readonly FieldDescription[];
  renderNote: (values: FormValues) => ReactNode;
  onClose: () => void;
  onChange: (change: Change) => void;
};

export function BulkDialog({ title, count, fields, renderNote, onClose, onChange }: Props) {
  const t = useTranslate();
  const formId = useId();
  const { currency } = useCurrentUser();
  const [start] = useState(() => valuesFromRecord(fields, {}));
  const form = useResourceForm(fields, start);
  const submit = () => {
    const [first] = form.validate();
    if (first === undefined) onChange(creationPayload(fields, form.values));
    else focusField(formId, first);
  };
  return (
    <FormModal opened title={title} onClose={onClose}>
      <form
        noValidate
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <Text size="sm" c="dimmed">
          {t("table.selected", { count })}
        </Text>
        <FieldGroups formId={formId} fields={fields} form={form} currency={currency} />
        {renderNote(form.values)}
        <Group gap="xs" justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t("common.cancel")}
          </Button>
          <Button type="submit">{t("selection.apply")}</Button>
        </Group>
      </form>
    </FormModal>
  );
}
