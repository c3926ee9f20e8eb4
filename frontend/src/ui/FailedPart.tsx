// In the place of what could not be fetched, so that the rest of the page stands and nobody waits for nothing.
import { Button } from "@mantine/core";
import { useTranslate } from "../i18n/translate";
import { EmptyState } from "./EmptyState";
import { PageTitle } from "./PageTitle";

type Props = {
  retry: () => unknown;
  /** It is the page's own record that is missing. */
  page?: boolean;
};

export function FailedPart({ retry, page = false }: Props) {
  const t = useTranslate();
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
