// In the place of what could not be fetched, so that the rest of the page stands and nobody waits for nothing.
import { Button } from "@mantine/core";
import { ApiError } from "../../api/errors";
import { useTranslate } from "../../i18n/translate";
import { PageTitle } from "../layout/PageTitle";
import { EmptyState } from "./EmptyState";
import { Forbidden } from "./Forbidden";
import { refusalReason } from "./refusalReason";

type Props = {
  retry: () => unknown;
  /** Why, where what is asked for comes from the address: what can never come is not tried again. */
  error?: unknown;
  /** It is the page's own record that is missing. */
  page?: boolean;
};

export function FailedPart({ retry, error, page = false }: Props) {
  const t = useTranslate();
  if (error instanceof ApiError && error.status === 403) return <Forbidden />;
  if (error instanceof ApiError && error.status === 404)
    return <EmptyState title={t("ui.failed.gone.title")} detail={t("ui.failed.gone.detail")} />;
  const refused = refusalReason(error);
  if (refused !== null) return <EmptyState title={t("ui.failed.refused")} detail={refused} />;
  return (
    <>
      {page && <PageTitle>{t("ui.failed.page")}</PageTitle>}
      <EmptyState
        title={t("ui.failed.title")}
        detail={t("ui.failed.detail")}
        action={<Button onClick={retry}>{t("common.retry")}</Button>}
      />
    </>
  );
}
