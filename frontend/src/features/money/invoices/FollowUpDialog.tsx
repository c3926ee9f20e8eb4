// The follow-up of an invoice in a dialog, for pages without the list of invoices.
import { optionalItemQuery } from "../../../api/queries";
import "@mantine/core/styles/Skeleton.css";
import { Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslate } from "../../../i18n/translate";
import { LoadFailure } from "../../../ui/feedback/LoadFailure";
import { FormModal } from "../../../ui/form/FormModal";
import { FollowUpForm } from "./FollowUpForm";

export function FollowUpDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useTranslate();
  const {
    data: invoice,
    isError,
    error,
    refetch,
  } = useQuery(optionalItemQuery("/invoices/{id}", id));
  const number = invoice?.number || t("invoices.no_number");
  const title = [t("receivables.follow_up.title"), t("invoices.detail_title", { number })];
  return (
    <FormModal opened title={title.join(" · ")} onClose={onClose}>
      {invoice?.can.includes("follow_up") && <FollowUpForm invoice={invoice} onClose={onClose} />}
      {!invoice &&
        (isError ? <LoadFailure retry={refetch} error={error} /> : <Skeleton height={320} />)}
    </FormModal>
  );
}
