// Starts a synchronization, with the permission; disabled while one is running.
import { Button, VisuallyHidden } from "@mantine/core";
import type { Connection } from "../../api/types";
import { useTranslate } from "../../i18n/translate";
import { serviceName } from "../../lib/services";
import { useCanSynchronize, useSynchronize } from "./synchronization";

export function SyncButton({ connection }: { connection: Connection }) {
  const t = useTranslate();
  const { service, state } = connection;
  const canRun = useCanSynchronize(service);
  const synchronization = useSynchronize(service);
  if (!canRun || state === "off") return null;
  return (
    <Button
      size="compact-md"
      variant="default"
      loading={synchronization.isPending}
      disabled={state === "running"}
      onClick={() => synchronization.mutate({})}
    >
      {t("ui.connection.sync_now")}
      <VisuallyHidden>{` ${serviceName(service)}`}</VisuallyHidden>
    </Button>
  );
}
