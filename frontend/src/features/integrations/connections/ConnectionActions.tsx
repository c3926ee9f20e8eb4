// The main actions on a connection: synchronize, test, reconnect, edit settings.
import { Button, VisuallyHidden } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import type { Connection, ConnectionTest } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { serviceName } from "../../../lib/services";
import { usePermissions } from "../../../session/permissions";
import { ButtonLink } from "../../../ui/links/ButtonLink";
import { changedSearch } from "../../../ui/links/screenSearch";
import { SyncButton } from "../../../ui/services/SyncButton";
import classes from "./Connections.module.css";
import { testConnection } from "./connectionQueries";
import { ReconnectButton } from "./ReconnectButton";
import { useCanEditConnections } from "./useCanEditConnections";

type Props = { connection: Connection; onTested: (result: ConnectionTest | null) => void };

export function ConnectionActions({ connection, onTested }: Props) {
  const { can } = usePermissions();
  const canEdit = useCanEditConnections();
  const { service, state } = connection;
  const isOff = state === "off";
  return (
    <div className={classes.actions}>
      <SyncButton connection={connection} />
      {!isOff && can("connections.run") && (
        <TestButton connection={connection} onTested={onTested} />
      )}
      {isOff && canEdit && <ReconnectButton service={service} />}
      {canEdit && <SettingsLink connection={connection} />}
    </div>
  );
}

function TestButton({ connection: { service }, onTested }: Props) {
  const t = useTranslate();
  const mutation = useMutation({
    mutationFn: () => testConnection(service),
    onMutate: () => onTested(null),
    onSuccess: onTested,
  });
  return (
    <Button
      size="compact-md"
      variant="default"
      loading={mutation.isPending}
      onClick={() => mutation.mutate()}
    >
      {t("connections.action.test")}
      <VisuallyHidden>{` ${serviceName(service)}`}</VisuallyHidden>
    </Button>
  );
}

/** Opens the settings dialog by a search parameter. */
function SettingsLink({ connection: { service, state } }: Pick<Props, "connection">) {
  const t = useTranslate();
  return (
    <ButtonLink
      to="."
      search={changedSearch({ edit: service })}
      resetScroll={false}
      size="compact-md"
      variant="default"
    >
      {t(state === "off" ? "connections.action.set_up" : "connections.action.settings")}
      <VisuallyHidden>{` ${serviceName(service)}`}</VisuallyHidden>
    </ButtonLink>
  );
}
