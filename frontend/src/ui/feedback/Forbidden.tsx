// Replaces a page or a part that the user's role does not include.
import { useTranslate } from "../../i18n/translate";
import { PageTitle } from "../layout/PageTitle";
import { EmptyState } from "./EmptyState";

/** `page` is the title, when the page has no other content. */
export function Forbidden({ page }: { page?: string }) {
  const t = useTranslate();
  return (
    <>
      {page !== undefined && <PageTitle>{page}</PageTitle>}
      <EmptyState title={t("ui.forbidden.title")} detail={t("ui.forbidden.detail")} />
    </>
  );
}
