// The items that need the user's attention, within their permissions.

import { Text } from "@mantine/core";
import { IconCircleCheck } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { FunctionComponent } from "react";
import { runIf } from "../../../api/queries";
import type { Connection } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { serviceName } from "../../../lib/services";
import { useCurrentUser } from "../../../session/currentUser";
import { can, isAdmin } from "../../../session/permissions";
import { Section } from "../../../ui/layout/Section";
import { lazyComponent } from "../../../ui/lazyComponent";
import { ChurnsToConfirm } from "./ChurnsToConfirm";
import classes from "./Home.module.css";
import { OverdueInvoices, UnscheduledProjects } from "./MoneyAttention";
import {
  ATTENTION_LISTS,
  ATTENTION_NAMES,
  type AttentionName,
  attentionQuery,
  canSee,
  connectionsQuery,
} from "./queries";
import { DueGoals, HighBurnRetainers, PendingApprovals, WonDeals } from "./WorkAttention";

/** Loaded only when a service needs attention. */
const SyncButton = lazyComponent(
  async () => (await import("../../../ui/services/SyncButton")).SyncButton,
  <div className={classes.sync} aria-busy="true" />,
);

const GROUPS: Record<AttentionName, FunctionComponent> = {
  overdue: OverdueInvoices,
  retainers: HighBurnRetainers,
  fixed: () => <UnscheduledProjects name="fixed" />,
  extras: () => <UnscheduledProjects name="extras" />,
  approvals: PendingApprovals,
  churns: ChurnsToConfirm,
  goals: DueGoals,
  won: WonDeals,
};

export function NeedsAttention() {
  const t = useTranslate();
  const connections = useFailedConnections();
  const totals: Record<AttentionName, number | undefined> = {
    overdue: useTotal("overdue"),
    retainers: useTotal("retainers"),
    fixed: useTotal("fixed"),
    extras: useTotal("extras"),
    approvals: useTotal("approvals"),
    churns: useTotal("churns"),
    goals: useTotal("goals"),
    won: useTotal("won"),
  };
  const names = ATTENTION_NAMES.filter((name) => totals[name] !== 0);
  const isClear = connections?.length === 0 && names.length === 0;
  return (
    <Section title={t("home.attention.title")}>
      {isClear && (
        <div className={classes.nothing}>
          <IconCircleCheck size={20} aria-hidden />
          <Text c="dimmed">{t("home.attention.none")}</Text>
        </div>
      )}
      {connections?.map((connection) => (
        <FailedConnection key={connection.service} connection={connection} />
      ))}
      <div className={classes.columns}>
        {names.map((name) => {
          const Group = GROUPS[name];
          return <Group key={name} />;
        })}
      </div>
    </Section>
  );
}

/** 0 without permission; undefined while loading. */
function useTotal(name: AttentionName): number | undefined {
  const user = useCurrentUser();
  const enabled = ATTENTION_LISTS[name].canSee(user);
  const { data } = useQuery({ ...attentionQuery(name, user), ...runIf(enabled) });
  return enabled ? data?.meta.total : 0;
}

/** The connections that need attention and that the user may synchronize; undefined while loading. */
function useFailedConnections(): Connection[] | undefined {
  const user = useCurrentUser();
  const enabled = canSee.connections(user);
  const { data } = useQuery({ ...connectionsQuery, ...runIf(enabled) });
  if (!enabled) return [];
  return data?.filter(
    ({ state, service }) =>
      state === "needs_attention" && (service === "quickbooks" || can(user, "connections.run")),
  );
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
