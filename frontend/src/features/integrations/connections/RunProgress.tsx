// The progress of a synchronization, as a bar and as text; it comes from the server.
import { Text } from "@mantine/core";
import type { Connection, Service } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { serviceName } from "../../../lib/services";
import { ProgressBar } from "../../../ui/display/ProgressBar";
import { progressText } from "./runText";

type Props = { service: Service; run: NonNullable<Connection["last_run"]> };

export function RunProgress({ service, run }: Props) {
  const t = useTranslate();
  const { done, total } = run.progress;
  const percent = total ? Math.round((done / total) * 100) : 0;
  const text = progressText(t, run.progress);
  return (
    <div>
      <ProgressBar
        label={t("connections.progress.label", { service: serviceName(service) })}
        percent={percent}
        text={text}
      />
      <Text size="sm" mt={4}>
        {text}
      </Text>
      <Text size="xs" c="dimmed">
        {t("connections.progress.records", { count: run.records })}
      </Text>
    </div>
  );
}
