// So much was missing that nothing was changed: somebody who has looked says that it is really gone.
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
  const [asked, setAsked] = useState(false);
  const synchronising = useSynchronize(service);
  if (!can("connections.run")) return null;
  const accept = () =>
    synchronising.mutate(
      { full: true, accepts_missing: true },
      { onSettled: () => setAsked(false) },
    );
  return (
    <div>
      <Button variant="default" size="compact-md" onClick={() => setAsked(true)}>
        {t("connections.missing.action")}
      </Button>
      <ConfirmDialog
        opened={asked}
        busy={synchronising.isPending}
        title={t("connections.missing.title")}
        detail={t("connections.missing.detail", { service: serviceName(service) })}
        cancelLabel={t("common.cancel")}
        confirmLabel={t("connections.missing.confirm")}
        onCancel={() => setAsked(false)}
        onConfirm={accept}
      />
    </div>
  );
}
