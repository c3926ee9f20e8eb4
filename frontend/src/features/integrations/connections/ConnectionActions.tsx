// What may be done with a connection: read it, try it, set it up, let go of it; each only by those who may.
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
import { useMayEdit } from "./useMayEdit";

type Props = { connection: Connection; onTested: (answer: ConnectionTest | null) => void };

export function ConnectionActions({ connection, onTested }: Props) {
  const { can } = usePermissions();
  const canEdit = useMayEdit();
  const { service, state } = connection;
  const off = state === "off";
  return (
    <div className={classes.actions}>
      <SyncButton connection={connection} />
      {!off && can("connections.run") && <TestButton connection={connection} onTested={onTested} />}
      {off && canEdit && <ReconnectButton service={service} />}
      {canEdit && <SettingsLink connection={connection} />}
    </div>
  );
}

function TestButton({ connection: { service }, onTested }: Props) {
  const t = useTranslate();
  const testing = useMutation({
    mutationFn: () => testConnection(service),
    onMutate: () => onTested(null),
    onSuccess: onTested,
  });
  return (
    <Button
      size="compact-md"
      variant="default"
      loading={testing.isPending}
      onClick={() => testing.mutate()}
    >
      {t("connections.action.test")}
      <VisuallyHidden>{` ${serviceName(service)}`}</VisuallyHidden>
    </Button>
  );
}

/** The form's dialogue is open as long as the address says so. */
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
