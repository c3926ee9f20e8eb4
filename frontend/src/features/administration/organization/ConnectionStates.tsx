// The state of each connection, with a link to their page.
import { Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslate } from "../../../i18n/translate";
import { serviceName } from "../../../lib/services";
import { connectionsQuery } from "../../../session/connections";
import { usePermissions } from "../../../session/permissions";
import { RelativeText } from "../../../ui/display/DateText";
import { StatusBadge } from "../../../ui/display/StatusBadge";
import { LoadFailure } from "../../../ui/feedback/LoadFailure";
import { ButtonLink } from "../../../ui/links/ButtonLink";
import uiClasses from "../../../ui/ui.module.css";
import classes from "./Organization.module.css";

export function ConnectionStates() {
  const t = useTranslate();
  const { isAdmin } = usePermissions();
  const { data, isError, refetch } = useQuery(connectionsQuery);
  return (
    <section aria-labelledby="settings-connections" className={classes.section}>
      <h2 id="settings-connections" className={uiClasses.heading}>
        {t("organization.connections")}
      </h2>
      {isError && <LoadFailure retry={refetch} />}
      <ul className={classes.services}>
        {(data ?? []).map((connection) => (
          <li key={connection.service}>
            <span className={classes.service}>
              {serviceName(connection.service)}
              <StatusBadge enumName="connection_state" value={connection.state} />
            </span>
            <Text size="sm" c="dimmed" component="div">
              {connection.last_success_at === null ? (
                t("ui.connection.no_success")
              ) : (
                <>
                  {t("ui.connection.last_success")} <RelativeText at={connection.last_success_at} />
                </>
              )}
            </Text>
          </li>
        ))}
      </ul>
      {isAdmin && (
        <div>
          <ButtonLink variant="default" to="/admin/connections">
            {t("shell.nav.admin_connections")}
          </ButtonLink>
        </div>
      )}
    </section>
  );
}
