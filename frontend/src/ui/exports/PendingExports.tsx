// The exports that this tab waits for: their progress, a stop button, and the file when it is ready.
import { Button, CloseButton, Group, Text } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { Export } from "../../api/types";
import { useTranslate } from "../../i18n/translate";
import { downloadExport } from "./downloadExport";
import { ExportProgress } from "./ExportProgress";
import { exportQuery, isRunning, pollExport } from "./pollExports";
import { unwatchExport } from "./watchedExports";

export function PendingExports({ ids }: { ids: readonly string[] }) {
  const t = useTranslate();
  return (
    <section aria-label={t("exports.under_way")} style={{ flexBasis: "100%", order: 1 }}>
      {ids.map((id) => (
        <PendingExport key={id} id={id} />
      ))}
    </section>
  );
}

function PendingExport({ id }: { id: string }) {
  const client = useQueryClient();
  // Polling continues when this component unmounts.
  useEffect(() => pollExport(client, id), [client, id]);
  const { data: exportJob } = useQuery(exportQuery(id));
  if (exportJob === undefined) return null;
  return isRunning(exportJob) ? (
    <ExportProgress exportJob={exportJob} />
  ) : (
    <EndedExport exportJob={exportJob} />
  );
}

function EndedExport({ exportJob }: { exportJob: Export }) {
  const t = useTranslate();
  const isReady = exportJob.status === "ready";
  return (
    <Group gap="sm" mb="xs">
      <Text size="sm" role="status">
        {t(isReady ? "exports.is_ready" : "exports.failed", { name: exportJob.file_name })}
      </Text>
      {isReady && (
        <Button size="compact-md" onClick={() => downloadExport(exportJob)}>
          {t("exports.download")}
        </Button>
      )}
      <CloseButton
        aria-label={t("exports.close")}
        onClick={() => unwatchExport(exportJob.api_id)}
      />
    </Group>
  );
}
