// Said plainly, in the place of a page, to a reader whose role does not include it.
import { useTranslate } from "../../i18n/translate";
import { PageTitle } from "../layout/PageTitle";
import { EmptyState } from "./EmptyState";

/** `page` is what the page would have been, where nothing else of it stands. */
export function Forbidden({ page }: { page?: string }) {
  const t = useTranslate();
  return (
    <>
      {page !== undefined && <PageTitle>{page}</PageTitle>}
      <EmptyState title={t("ui.forbidden.title")} detail={t("ui.forbidden.detail")} />
    </>
  );
}
