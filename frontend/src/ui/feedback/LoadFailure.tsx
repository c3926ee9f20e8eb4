// Replaces a part of a page that failed to load; the rest of the page stays usable.
import { Button } from "@mantine/core";
import { ApiError } from "../../api/errors";
import { useTranslate } from "../../i18n/translate";
import { PageTitle } from "../layout/PageTitle";
import { EmptyState } from "./EmptyState";
import { Forbidden } from "./Forbidden";
import { validationReason } from "./validationReason";

type Props = {
  retry: () => unknown;
  /** The error; a retry is not offered for a request that can never succeed. */
  error?: unknown;
  /** The failed part is the page's own record. */
  isPage?: boolean;
};

export function LoadFailure({ retry, error, isPage = false }: Props) {
  const t = useTranslate();
  if (error instanceof ApiError && error.status === 403) return <Forbidden />;
  if (error instanceof ApiError && error.status === 404)
    return <EmptyState title={t("ui.failed.gone.title")} detail={t("ui.failed.gone.detail")} />;
  const reason = validationReason(error);
  if (reason !== null) return <EmptyState title={t("ui.failed.refused")} detail={reason} />;
  return (
    <>
      {isPage && <PageTitle>{t("ui.failed.page")}</PageTitle>}
      <EmptyState
        title={t("ui.failed.title")}
        detail={t("ui.failed.detail")}
        action={<Button onClick={retry}>{t("common.retry")}</Button>}
      />
    </>
  );
}
