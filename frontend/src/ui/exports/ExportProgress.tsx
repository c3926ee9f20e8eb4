// The progress and elapsed time of an export, with a stop button.

import { Button, Group, Text } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { api } from "../../api/client";
import { resourceKey } from "../../api/queries";
import type { Export } from "../../api/types";
import { useLocale } from "../../i18n/locale";
import { useTranslate } from "../../i18n/translate";
import { minutesAndSeconds } from "../../lib/durations";
import { formatInteger } from "../../lib/numbers";
import { ProgressBar } from "../display/ProgressBar";
import uiClasses from "../ui.module.css";
import { EXPORTS_PATH } from "./downloadExport";
import { unwatchExport } from "./watchedExports";

const TICK_MS = 1_000;

function useElapsed(since: string): string {
  const t = useTranslate();
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  const { minutes, seconds } = minutesAndSeconds(now - Date.parse(since));
  return minutes === 0
    ? t("exports.elapsed.seconds", { seconds })
    : t("exports.elapsed.minutes", { minutes, seconds });
}

export function ExportProgress({ exportJob }: { exportJob: Export }) {
  const t = useTranslate();
  const locale = useLocale();
  const elapsed = useElapsed(exportJob.created_at);
  const percent = exportJob.total ? Math.round((exportJob.done / exportJob.total) * 100) : 0;
  const [done, total] = [exportJob.done, exportJob.total].map((rows) =>
    formatInteger(rows, locale),
  );
  const progressText =
    exportJob.status === "waiting"
      ? t("exports.waiting")
      : t("exports.progress", { done: String(done), total: String(total), percent });
  return (
    <Group gap="sm" wrap="nowrap" mb="xs">
      <div style={{ flex: 1, minWidth: 0 }}>
        <Text size="sm">{exportJob.file_name}</Text>
        <ProgressBar label={exportJob.file_name} percent={percent} text={progressText} />
        <Text size="xs" c="dimmed">
          {progressText} · <span className={uiClasses.figure}>{elapsed}</span>
        </Text>
      </div>
      <StopButton id={exportJob.api_id} />
    </Group>
  );
}

function StopButton({ id }: { id: string }) {
  const t = useTranslate();
  const client = useQueryClient();
  const stopping = useMutation({
    mutationFn: () => api.delete(`${EXPORTS_PATH}/{id}`, { params: { id }, expect: [404] }),
    onSettled: () => {
      unwatchExport(id);
      return client.invalidateQueries({ queryKey: resourceKey(EXPORTS_PATH) });
    },
  });
  return (
    <Button
      variant="default"
      size="compact-md"
      loading={stopping.isPending}
      onClick={() => stopping.mutate()}
    >
      {t("exports.stop")}
    </Button>
  );
}
