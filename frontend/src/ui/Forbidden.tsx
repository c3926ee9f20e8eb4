// Said plainly, in the place of a page, to a reader whose role does not include it.
import { useTranslate } from "../i18n/translate";
import { EmptyState } from "./EmptyState";

export function Forbidden() {
  const t = useTranslate();
  return <EmptyState title={t("ui.forbidden.title")} detail={t("ui.forbidden.detail")} />;
}
