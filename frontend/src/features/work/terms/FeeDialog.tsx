// The dialog to change a retainer's fee, outside of the tab of its terms.
import { useQuery } from "@tanstack/react-query";
import { optionalItemQuery } from "../../../api/queries";
import type { Project } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { useToday } from "../../../session/today";
import { LoadFailure } from "../../../ui/feedback/LoadFailure";
import { FormModal } from "../../../ui/form/FormModal";
import { TermDialog } from "./TermDialog";

export function FeeDialog({ project, onClose }: { project: Project; onClose: () => void }) {
  const t = useTranslate();
  const today = useToday();
  const { data, isError, error, refetch } = useQuery(
    optionalItemQuery("/projects/{id}/terms", project.api_id),
  );
  if (data === undefined)
    return isError ? (
      <FormModal opened title={t("terms.title.fee")} onClose={onClose}>
        <LoadFailure retry={refetch} error={error} />
      </FormModal>
    ) : null;
  return (
    <TermDialog
      id={project.api_id}
      version={data.version}
      currency={project.currency}
      interval={project.billing_interval ?? "month"}
      action="fee"
      day={today}
      onClose={onClose}
    />
  );
}
