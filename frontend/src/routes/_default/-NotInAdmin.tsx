// Replaces an administrator's screen that the user may not see or that does not exist.

import { useTranslate } from "../../i18n/translate";
import { NotFoundPage } from "../../ui/failures/NotFoundPage";
import { Forbidden } from "../../ui/feedback/Forbidden";

export function NotInAdmin({ data }: { data?: unknown }) {
  const t = useTranslate();
  const { reason } = (data ?? {}) as { reason?: string };
  return reason === "role" ? (
    <Forbidden page={t("shell.nav.admin")} />
  ) : (
    <NotFoundPage data={data} />
  );
}
