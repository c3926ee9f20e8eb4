// The connections that need attention and that the user may synchronize.
import { Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { runIf } from "../../../api/queries";
import type { Connection } from "../../../api/types";
import { serviceName } from "../../../lib/services";
import { useCurrentUser } from "../../../session/currentUser";
import { can, isAdmin } from "../../../session/permissions";
import { lazyComponent } from "../../../ui/lazyComponent";
import classes from "./Home.module.css";
import { canSee, connectionsQuery } from "./queries";

/** Loaded only when a service needs attention. */
const SyncButton = lazyComponent(
  async () => (await import("../../../ui/services/SyncButton")).SyncButton,
  <div className={classes.sync} aria-busy="true" />,
);

export function FailedConnections() {
  const user = useCurrentUser();
  const { data } = useQuery({ ...connectionsQuery, ...runIf(canSee.connections(user)) });
  return data
    ?.filter(
      ({ state, service }) =>
        state === "needs_attention" && (service === "quickbooks" || can(user, "connections.run")),
    )
    .map((connection) => <FailedConnection key={connection.service} connection={connection} />);
}

/** The problem of a connection, with a link to its page and a button to synchronize. */
function FailedConnection({ connection }: { connection: Connection }) {
  const user = useCurrentUser();
  const { service, message } = connection;
  const name = serviceName(service);
  return (
    <div className={classes.service}>
      <Text size="sm" className={classes.text}>
        {isAdmin(user) ? (
          <Link to="/admin/connections" className={classes.name}>
            {name}
          </Link>
        ) : (
          <span className={classes.name}>{name}</span>
        )}{" "}
        {message}
      </Text>
      <SyncButton connection={connection} />
    </div>
  );
}
