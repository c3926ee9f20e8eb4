// Closes a month, with a reason where points are open, or reopens it with a reason.
import { Stack, Text } from "@mantine/core";
import { MonthClose } from "../../../api/shapes/MonthClose.gen";
import { MonthReopen } from "../../../api/shapes/MonthReopen.gen";
import type { MonthDetails } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { FormModal } from "../../../ui/form/FormModal";
import { defineFields } from "../../../ui/form/fields";
import { ResourceForm } from "../../../ui/form/ResourceForm";
import { OpenPointList } from "./OpenPoints";

const comment = {
  kind: "textarea",
  name: "comment",
  label: "months.field.comment",
  help: "months.help.comment",
} as const;
const reason = { kind: "textarea", name: "reason", required: true } as const;

const closeFields = defineFields(MonthClose, [comment]);
const closeWithReasonFields = defineFields(MonthClose, [
  { ...reason, label: "months.field.reason", help: "months.help.reason" },
  comment,
]);
const reopenFields = defineFields(MonthReopen, [
  { ...reason, label: "months.field.reopen_reason", help: "months.help.reopen_reason" },
]);

type Props = {
  month: MonthDetails;
  name: string;
  action: MonthDetails["actions"][number];
  onClose: () => void;
};

export function MonthDialog({ month, name, action, onClose }: Props) {
  const t = useTranslate();
  const shared = {
    formKey: `months/${month.api_id}/${action}`,
    params: { month: month.api_id },
    submitLabel: t(`months.${action}.submit`),
    doneText: t(`months.${action}.done`, { month: name }),
    onSaved: onClose,
    onCancel: onClose,
  };
  const hasOpenPoints = month.open_points.length > 0;
  return (
    <FormModal opened title={t(`months.${action}.title`, { month: name })} onClose={onClose}>
      <Stack gap="sm">
        <Text size="sm">{t(`months.${action}.detail`)}</Text>
        {action === "close" && hasOpenPoints && <OpenPointList month={month} />}
        {action === "close" ? (
          <ResourceForm
            {...shared}
            path="/months/{month}/closings"
            fields={hasOpenPoints ? closeWithReasonFields : closeFields}
          />
        ) : (
          <ResourceForm {...shared} path="/months/{month}/reopenings" fields={reopenFields} />
        )}
      </Stack>
    </FormModal>
  );
}
