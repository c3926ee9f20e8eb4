// The form of a project to create; what a person sets stays when the records change.
import type { ProjectProposal } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { FormModal } from "../../../ui/form/FormModal";
import { ResourceForm } from "../../../ui/form/ResourceForm";
import { proposalFields } from "./proposalFields";

type Props = { proposal: ProjectProposal; onClose: () => void };

export function ProposalForm({ proposal, onClose }: Props) {
  const t = useTranslate();
  return (
    <FormModal
      opened
      title={t("project_proposals.edit.title", { name: proposal.name })}
      onClose={onClose}
    >
      <ResourceForm
        formKey={`project-proposals/${proposal.api_id}`}
        path="/project-proposals"
        fields={proposalFields}
        record={proposal}
        onSaved={onClose}
        onCancel={onClose}
      />
    </FormModal>
  );
}
