// What is done with a connection now and then: reading everything again, a new consent, letting go of it.
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
import { goToConsent } from "./ReconnectButton";
import { useMayEdit } from "./useMayEdit";

export function ConnectionMenu({ connection: { service, state } }: { connection: Connection }) {
  const t = useTranslate();
  const { can } = usePermissions();
  const canEdit = useMayEdit();
  const [leaving, setLeaving] = useState(false);
  const synchronising = useSynchronize(service);
  const consenting = useMutation({ mutationFn: goToConsent });
  const name = serviceName(service);
  const full: MenuAction = {
    label: t("connections.action.full"),
    icon: <IconRefreshDot size={16} aria-hidden />,
    disabled: state === "running",
    run: () => synchronising.mutate({ full: true }),
  };
  const consent: MenuAction = {
    label: t("connections.action.consent_again"),
    icon: <IconPlugConnected size={16} aria-hidden />,
    run: () => consenting.mutate(),
  };
  const leave: MenuAction = {
    label: t("connections.action.disconnect"),
    icon: <IconPlugOff size={16} aria-hidden />,
    danger: true,
    run: () => setLeaving(true),
  };
  const actions = [
    ...(can("connections.run") ? [full] : []),
    ...(canEdit && service === "quickbooks" ? [consent] : []),
    ...(canEdit ? [leave] : []),
  ];
  return (
    <>
      <OverflowMenu name={name} actions={actions} size={30} />
      <Disconnecting
        opened={leaving}
        connection={{ service, name }}
        onClose={() => setLeaving(false)}
      />
    </>
  );
}

type DisconnectingProps = {
  opened: boolean;
  connection: { service: Connection["service"]; name: string };
  onClose: () => void;
};

function Disconnecting({ opened, connection, onClose }: DisconnectingProps) {
  const t = useTranslate();
  const queryClient = useQueryClient();
  const { service, name } = connection;
  const disconnecting = useMutation({
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
      busy={disconnecting.isPending}
      title={t("connections.disconnect.title", { service: name })}
      detail={t("connections.disconnect.detail")}
      cancelLabel={t("common.cancel")}
      confirmLabel={t("connections.action.disconnect")}
      onCancel={onClose}
      onConfirm={() => disconnecting.mutate()}
    />
  );
}
