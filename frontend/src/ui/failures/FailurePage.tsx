// The page of an unhandled error: the status, if any, and a reference for support.
import { Text } from "@mantine/core";
import { ApiError } from "../../api/errors";
import { useTranslate } from "../../i18n/translate";
import { Failure } from "./Failure";

export function FailurePage({ error }: { error: unknown }) {
  const t = useTranslate();
  const { status, requestId } =
    error instanceof ApiError ? error : { status: 500, requestId: null };
  // A gateway that responds for the server has no reference.
  const isUnreachable = !status || (status > 500 && !requestId);
  return (
    <Failure
      status={status ? t("errors.status", { status }) : undefined}
      title={t("errors.generic.title")}
      action={{ label: t("common.reload"), run: () => window.location.reload() }}
    >
      <Text c="dimmed">
        {t(isUnreachable ? "errors.generic.offline" : "errors.generic.description")}
      </Text>
      {requestId && <Text size="sm">{t("errors.generic.reference", { id: requestId })}</Text>}
    </Failure>
  );
}
