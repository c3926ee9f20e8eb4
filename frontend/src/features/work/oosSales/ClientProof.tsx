// The proof of a decision that the client made on a shared report: who, when, through which link, from which address.
import type { OosApproval } from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { businessDay, formatDate, formatDateTime } from "../../../lib/dates";
import { useCurrentUser } from "../../../session/currentUser";

/** The client's own decision is undone, but never changed. */
export const isClientsOwn = (approval: OosApproval | null) =>
  approval !== null && approval.link_made_at !== null;

export function ClientProof({ approval }: { approval: OosApproval }) {
  const t = useTranslate();
  const locale = useLocale();
  const { timezone } = useCurrentUser();
  const { contact_name, created_at, decision, link_made_at, client_address } = approval;
  if (link_made_at === null) return null;
  return t(`client_reports.client_proof.${decision}`, {
    name: contact_name ?? "",
    time: formatDateTime(created_at, locale, timezone),
    link: formatDate(businessDay(new Date(link_made_at), timezone), locale),
    address: client_address ?? "",
  });
}
