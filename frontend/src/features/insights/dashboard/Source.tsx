// One outside service: its state, the age of its data, and the actions that the user may take.
import { VisuallyHidden } from "@mantine/core";
import type { Connection } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { serviceName } from "../../../lib/services";
import { usePermissions } from "../../../session/permissions";
import { StatusBadge } from "../../../ui/display/StatusBadge";
import { ButtonLink } from "../../../ui/links/ButtonLink";
import { ConnectionStatus } from "../../../ui/services/ConnectionStatus";
import { SyncButton } from "../../../ui/services/SyncButton";
import classes from "./Dashboard.module.css";

/** States that an administrator resolves on the page of connections. */
const STATES_TO_RESOLVE: ReadonlySet<Connection["state"]> = new Set(["off", "needs_attention"]);

function ConnectionsLink({ source }: { source: Connection }) {
  const t = useTranslate();
  const { isAdmin, can } = usePermissions();
  if (!STATES_TO_RESOLVE.has(source.state) || !isAdmin || !can("connections.view")) return null;
  return (
    <ButtonLink to="/admin/connections" size="compact-md" variant="default">
      {t("dashboard.sources.connect")}
      <VisuallyHidden>{` (${serviceName(source.service)})`}</VisuallyHidden>
    </ButtonLink>
  );
}

export function Source({ source }: { source: Connection }) {
  return (
    <li className={classes.source}>
      <div className={classes.sourceText}>
        <span className={classes.sourceName}>
          {serviceName(source.service)}
          <StatusBadge enumName="connection_state" value={source.state} />
        </span>
        <ConnectionStatus connection={source} />
      </div>
      <ConnectionsLink source={source} />
      <SyncButton connection={source} />
    </li>
  );
}
