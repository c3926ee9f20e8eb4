// The progress of a synchronization, as a bar and as text; it comes from the server.
import { Text } from "@mantine/core";
import type { Connection, Service } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { serviceName } from "../../../lib/services";
import uiClasses from "../../../ui/ui.module.css";
import { progressText } from "./runText";

type Props = { service: Service; run: NonNullable<Connection["last_run"]> };

export function RunProgress({ service, run }: Props) {
  const t = useTranslate();
  const { done, total } = run.progress;
  const percent = total ? Math.round((done / total) * 100) : 0;
  const text = progressText(t, run.progress);
  return (
    <div>
      <div
        role="progressbar"
        className={uiClasses.bar}
        aria-label={t("connections.progress.label", { service: serviceName(service) })}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        aria-valuetext={text}
      >
        <div className={uiClasses.barFill} style={{ width: `${percent}%` }} />
      </div>
      <Text size="sm" mt={4}>
        {text}
      </Text>
      <Text size="xs" c="dimmed">
        {t("connections.progress.records", { count: run.records })}
      </Text>
    </div>
  );
}
