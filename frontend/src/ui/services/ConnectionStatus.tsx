// The status of a connection as text: last success, error and remedy.
import { Text } from "@mantine/core";
import type { Connection } from "../../api/types";
import { useTranslate } from "../../i18n/translate";
import { RelativeText } from "../display/DateText";

export function ConnectionStatus({ connection }: { connection: Connection }) {
  const t = useTranslate();
  const { state, last_success_at: at, message, what_to_do } = connection;
  // Nothing was ever read: there is nothing that could remain.
  if (state === "off" && at === null) return <Text size="sm">{t("ui.connection.never")}</Text>;
  return (
    <>
      <Text size="sm" c="dimmed" component="div">
        {at === null ? (
          t("ui.connection.no_success")
        ) : (
          <>
            {t("ui.connection.last_success")} <RelativeText at={at} />
          </>
        )}
      </Text>
      {state === "off" && <Text size="sm">{t("ui.connection.off")}</Text>}
      {message && <Text size="sm">{message}</Text>}
      {what_to_do && <Text size="sm">{what_to_do}</Text>}
    </>
  );
}
