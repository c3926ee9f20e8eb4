// What waits for the reader, as far as they may see it and do something about it.
import { Text } from "@mantine/core";
import { IconCircleCheck } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { FunctionComponent } from "react";
import type { Connection } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { serviceName } from "../../../lib/services";
import { useCurrentUser } from "../../../session/currentUser";
import { can, isAdmin } from "../../../session/permissions";
import { Section } from "../../../ui/layout/Section";
import { lazyComponent } from "../../../ui/lazyComponent";
import classes from "./Home.module.css";
import { OverdueInvoices, UnscheduledProjects } from "./MoneyAttention";
import {
  connectionsQuery,
  sees,
  WAITING,
  WAITING_NAMES,
  type WaitingName,
  waitingQuery,
} from "./queries";
import { BurntRetainers, DueGoals, WaitingApprovals, WonDeals } from "./WorkAttention";

/** As a rule no service is in trouble: the button comes for those who have one that is. */
const SyncButton = lazyComponent(
  async () => (await import("../../../ui/services/SyncButton")).SyncButton,
  <div className={classes.sync} aria-busy="true" />,
);

const GROUPS: Record<WaitingName, FunctionComponent> = {
  overdue: OverdueInvoices,
  retainers: BurntRetainers,
  fixed: () => <UnscheduledProjects name="fixed" />,
  extras: () => <UnscheduledProjects name="extras" />,
  approvals: WaitingApprovals,
  goals: DueGoals,
  won: WonDeals,
};

export function NeedsAttention() {
  const t = useTranslate();
  const troubled = useTroubled();
  const totals: Record<WaitingName, number | undefined> = {
    overdue: useTotal("overdue"),
    retainers: useTotal("retainers"),
    fixed: useTotal("fixed"),
    extras: useTotal("extras"),
    approvals: useTotal("approvals"),
    goals: useTotal("goals"),
    won: useTotal("won"),
  };
  const waiting = WAITING_NAMES.filter((name) => totals[name] !== 0);
  const isNone = troubled?.length === 0 && waiting.length === 0;
  return (
    <Section title={t("home.attention.title")}>
      {isNone && (
        <div className={classes.nothing}>
          <IconCircleCheck size={20} aria-hidden />
          <Text c="dimmed">{t("home.attention.none")}</Text>
        </div>
      )}
      {troubled?.map((connection) => (
        <TroubledService key={connection.service} connection={connection} />
      ))}
      <div className={classes.columns}>
        {waiting.map((name) => {
          const Group = GROUPS[name];
          return <Group key={name} />;
        })}
      </div>
    </Section>
  );
}

/** None of what the reader may not see; undefined until it is known. */
function useTotal(name: WaitingName): number | undefined {
  const user = useCurrentUser();
  const enabled = WAITING[name].sees(user);
  const { data } = useQuery({ ...waitingQuery(name, user), enabled });
  return enabled ? data?.meta.total : 0;
}

/** The services that wait for someone, of those that the reader can have read again; undefined until it is known. */
function useTroubled(): Connection[] | undefined {
  const user = useCurrentUser();
  const enabled = sees.connections(user);
  const { data } = useQuery({ ...connectionsQuery, enabled });
  if (!enabled) return [];
  return data?.filter(
    ({ state, service }) =>
      state === "needs_attention" && (service === "quickbooks" || can(user, "connections.run")),
  );
}

/** What is wrong with an outside service, the way to where it is mended, and another try. */
function TroubledService({ connection }: { connection: Connection }) {
  const user = useCurrentUser();
  const { service, message } = connection;
  const name = serviceName(service);
  return (
    <div className={classes.service}>
      <Text size="sm" className={classes.what}>
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
