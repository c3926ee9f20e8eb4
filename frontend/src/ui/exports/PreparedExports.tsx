// The files that are being made: how far each is, a way to stop it, and the file when it is there.
import { Button, CloseButton, Group, Text } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { Export } from "../../api/types";
import { useTranslate } from "../../i18n/translate";
import { downloadExport } from "./downloadExport";
import { ExportProgress } from "./ExportProgress";
import { exportQuery, isRunning, pollExport } from "./pollExports";
import { unwatchExport } from "./watchedExports";

export function PreparedExports({ ids }: { ids: readonly string[] }) {
  const t = useTranslate();
  return (
    <section aria-label={t("exports.under_way")} style={{ flexBasis: "100%", order: 1 }}>
      {ids.map((id) => (
        <Prepared key={id} id={id} />
      ))}
    </section>
  );
}

function Prepared({ id }: { id: string }) {
  const client = useQueryClient();
  // It goes on when this is no longer shown.
  useEffect(() => pollExport(client, id), [client, id]);
  const { data: made } = useQuery(exportQuery(id));
  if (made === undefined) return null;
  return isRunning(made) ? <ExportProgress made={made} /> : <Ended made={made} />;
}

function Ended({ made }: { made: Export }) {
  const t = useTranslate();
  const isReady = made.status === "ready";
  return (
    <Group gap="sm" mb="xs">
      <Text size="sm" role="status">
        {t(isReady ? "exports.is_ready" : "exports.failed", { name: made.file_name })}
      </Text>
      {isReady && (
        <Button size="compact-md" onClick={() => downloadExport(made)}>
          {t("exports.download")}
        </Button>
      )}
      <CloseButton aria-label={t("exports.close")} onClick={() => unwatchExport(made.api_id)} />
    </Group>
  );
}
