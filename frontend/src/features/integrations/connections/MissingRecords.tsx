// Confirms that many missing records are really deleted, after a run that changed nothing.
import { Button } from "@mantine/core";
import { useState } from "react";
import type { Service } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { serviceName } from "../../../lib/services";
import { usePermissions } from "../../../session/permissions";
import { ConfirmDialog } from "../../../ui/dialogs/ConfirmDialog";
import { useSynchronize } from "../../../ui/services/synchronization";

export function MissingRecords({ service }: { service: Service }) {
  const t = useTranslate();
  const { can } = usePermissions();
  const [isConfirming, setConfirming] = useState(false);
  const synchronization = useSynchronize(service);
  if (!can("connections.run")) return null;
  const accept = () =>
    synchronization.mutate(
      { full: true, accepts_missing: true },
      { onSettled: () => setConfirming(false) },
    );
  return (
    <div>
      <Button variant="default" size="compact-md" onClick={() => setConfirming(true)}>
        {t("connections.missing.action")}
      </Button>
      <ConfirmDialog
        opened={isConfirming}
        busy={synchronization.isPending}
        title={t("connections.missing.title")}
        detail={t("connections.missing.detail", { service: serviceName(service) })}
        cancelLabel={t("common.cancel")}
        confirmLabel={t("connections.missing.confirm")}
        onCancel={() => setConfirming(false)}
        onConfirm={accept}
      />
    </div>
  );
}
