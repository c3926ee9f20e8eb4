// Less frequent actions on a connection: full synchronization, new consent, disconnect.
import { IconPlugConnected, IconPlugOff, IconRefreshDot } from "@tabler/icons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Connection } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { serviceName } from "../../../lib/services";
import { showToast } from "../../../lib/toasts";
import { usePermissions } from "../../../session/permissions";
import type { MenuAction } from "../../../ui/actions/menuAction";
import { OverflowMenu } from "../../../ui/actions/OverflowMenu";
import { ConfirmDialog } from "../../../ui/dialogs/ConfirmDialog";
import { useSynchronize } from "../../../ui/services/synchronization";
import { disconnect } from "./connectionQueries";
import { openConsentPage } from "./ReconnectButton";
import { useCanEditConnections } from "./useCanEditConnections";

export function ConnectionMenu({ connection: { service, state } }: { connection: Connection }) {
  const t = useTranslate();
  const { can } = usePermissions();
  const canEdit = useCanEditConnections();
  const [isDisconnecting, setDisconnecting] = useState(false);
  const synchronization = useSynchronize(service);
  const consentRequest = useMutation({ mutationFn: openConsentPage });
  const name = serviceName(service);
  const fullSync: MenuAction = {
    label: t("connections.action.full"),
    icon: <IconRefreshDot size={16} aria-hidden />,
    disabled: state === "running",
    run: () => synchronization.mutate({ full: true }),
  };
  const renewConsent: MenuAction = {
    label: t("connections.action.consent_again"),
    icon: <IconPlugConnected size={16} aria-hidden />,
    run: () => consentRequest.mutate(),
  };
  const disconnectAction: MenuAction = {
    label: t("connections.action.disconnect"),
    icon: <IconPlugOff size={16} aria-hidden />,
    danger: true,
    run: () => setDisconnecting(true),
  };
  const actions = [
    ...(can("connections.run") ? [fullSync] : []),
    ...(canEdit && service === "quickbooks" ? [renewConsent] : []),
    ...(canEdit ? [disconnectAction] : []),
  ];
  return (
    <>
      <OverflowMenu name={name} actions={actions} size={30} />
      <DisconnectDialog
        opened={isDisconnecting}
        connection={{ service, name }}
        onClose={() => setDisconnecting(false)}
      />
    </>
  );
}

type DisconnectDialogProps = {
  opened: boolean;
  connection: { service: Connection["service"]; name: string };
  onClose: () => void;
};

function DisconnectDialog({ opened, connection, onClose }: DisconnectDialogProps) {
  const t = useTranslate();
  const queryClient = useQueryClient();
  const { service, name } = connection;
  const mutation = useMutation({
    mutationFn: () => disconnect(service),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: ["api"] });
      showToast({ kind: "success", summary: t("connections.disconnect.done", { service: name }) });
    },
    onSettled: onClose,
  });
  return (
    <ConfirmDialog
      opened={opened}
      busy={mutation.isPending}
      title={t("connections.disconnect.title", { service: name })}
      detail={t("connections.disconnect.detail")}
      cancelLabel={t("common.cancel")}
      confirmLabel={t("connections.action.disconnect")}
      onCancel={onClose}
      onConfirm={() => mutation.mutate()}
    />
  );
}
