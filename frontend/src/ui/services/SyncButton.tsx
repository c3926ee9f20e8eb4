// Has a service read now, for those who may; while it is being read there is nothing to ask for.
import { Button, VisuallyHidden } from "@mantine/core";
import type { Connection } from "../../api/types";
import { useTranslate } from "../../i18n/translate";
import { serviceName } from "../../lib/services";
import { useCanSynchronize, useSynchronize } from "./synchronization";

export function SyncButton({ connection }: { connection: Connection }) {
  const t = useTranslate();
  const { service, state } = connection;
  const mayRun = useCanSynchronize(service);
  const synchronising = useSynchronize(service);
  if (!mayRun || state === "off") return null;
  return (
    <Button
      size="compact-md"
      variant="default"
      loading={synchronising.isPending}
      disabled={state === "running"}
      onClick={() => synchronising.mutate({})}
    >
      {t("ui.connection.sync_now")}
      <VisuallyHidden>{` ${serviceName(service)}`}</VisuallyHidden>
    </Button>
  );
}
