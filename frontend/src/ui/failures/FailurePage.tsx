// Any error that no part of a page could handle: the status when there is one, and a reference to pass on.
import { Text } from "@mantine/core";
import { ApiError } from "../../api/errors";
import { useTranslate } from "../../i18n/translate";
import { Failure } from "./Failure";

export function FailurePage({ error }: { error: unknown }) {
  const t = useTranslate();
  const { status, requestId } =
    error instanceof ApiError ? error : { status: 500, requestId: null };
  // A gateway that answers in the server's place knows no reference.
  const isGone = !status || (status > 500 && !requestId);
  return (
    <Failure
      status={status ? t("errors.status", { status }) : undefined}
      title={t("errors.generic.title")}
      action={{ label: t("common.reload"), run: () => window.location.reload() }}
    >
      <Text c="dimmed">{t(isGone ? "errors.generic.offline" : "errors.generic.description")}</Text>
      {requestId && <Text size="sm">{t("errors.generic.reference", { id: requestId })}</Text>}
    </Failure>
  );
}
