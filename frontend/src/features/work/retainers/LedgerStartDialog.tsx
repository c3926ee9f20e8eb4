// Changes the first month of the ledger, and its opening balance.
import { ProjectUpdate } from "../../../api/shapes/ProjectUpdate.gen";
import type { Project } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { FormModal } from "../../../ui/form/FormModal";
import { defineFields } from "../../../ui/form/fields";
import { ResourceForm } from "../../../ui/form/ResourceForm";

const FIELDS = defineFields(ProjectUpdate, [
  {
    kind: "date",
    name: "ledger_from",
    label: "projects.field.ledger_from",
    help: "retainers.start.from_help",
  },
  {
    kind: "hours",
    name: "opening_hours",
    label: "projects.field.opening_hours",
    help: "retainers.start.hours_help",
  },
]);

type Props = { project: Project; opened: boolean; onClose: () => void };

export function LedgerStartDialog({ project, opened, onClose }: Props) {
  const t = useTranslate();
  // Who may only adjust hours states the balance.
  const mayBegin = project.can.includes("begin_ledger");
  const fields = FIELDS.filter(({ name }) => mayBegin || name === "opening_hours");
  return (
    <FormModal opened={opened} title={t("retainers.start.title")} onClose={onClose}>
      <ResourceForm
        formKey={`projects/${project.api_id}/ledger-start`}
        path="/projects"
        fields={fields}
        record={project}
        onSaved={onClose}
        onCancel={onClose}
      />
    </FormModal>
  );
}
