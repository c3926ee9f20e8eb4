// When each service was last synchronized, with a button to synchronize it.
import { Anchor } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { Operations } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { serviceName } from "../../../lib/services";
import { StatusBadge } from "../../../ui/display/StatusBadge";
import { Section } from "../../../ui/layout/Section";
import { ConnectionStatus } from "../../../ui/services/ConnectionStatus";
import classes from "./Operations.module.css";

export function Services({ services }: { services: Operations["services"] }) {
  const t = useTranslate();
  return (
    <Section title={t("operations.services.title")}>
      <ul className={classes.rows}>
        {services.map((connection) => (
          <li key={connection.service} className={classes.row}>
            <div className={classes.fact}>
              <strong>{serviceName(connection.service)}</strong>
              <StatusBadge enumName="connection_state" value={connection.state} />
            </div>
            <ConnectionStatus connection={connection} />
          </li>
        ))}
      </ul>
      <Anchor component={Link} to="/admin/connections" size="sm" mt="sm" display="inline-block">
        {t("operations.services.open")}
      </Anchor>
    </Section>
  );
}
