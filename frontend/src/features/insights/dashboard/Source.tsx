// One outside service: its state, the age of its data, and what a person can do about it.
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

/** What waits for a person is put right on the page of connections, by those who may open it. */
const WAITS: ReadonlySet<Connection["state"]> = new Set(["off", "needs_attention"]);

function ConnectionsLink({ source }: { source: Connection }) {
  const t = useTranslate();
  const { isAdmin, can } = usePermissions();
  if (!WAITS.has(source.state) || !isAdmin || !can("connections.view")) return null;
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
      <div className={classes.sourceWords}>
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
