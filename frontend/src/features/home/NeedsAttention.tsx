// What waits for someone: outside services, overdue invoices, and won deals that have no project yet.
import { Text } from "@mantine/core";
import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { Connection, DealRow, InvoiceRow, Page } from "../../api/types";
import { useTranslate } from "../../i18n/translate";
import { SERVICE_NAMES } from "../../lib/services";
import { useCurrentUser } from "../../session/currentUser";
import { ButtonLink } from "../../ui/ButtonLink";
import { MoneyText } from "../../ui/MoneyText";
import { Section } from "../../ui/Section";
import { AttentionRows } from "./AttentionRows";
import classes from "./Home.module.css";
import { connectionsQuery, overdueQuery, sees, wonQuery } from "./queries";

/** What is wrong with an outside service, and the way to where it is mended. */
function TroubledService({ connection: { service, message } }: { connection: Connection }) {
  return (
    <Text size="sm" mb="xs">
      <Link to="/admin/connections" className={classes.link}>
        {SERVICE_NAMES[service]}
      </Link>{" "}
      {message}
    </Text>
  );
}

function OverdueInvoices({ query }: { query: UseQueryResult<Page<InvoiceRow>> }) {
  const t = useTranslate();
  return (
    <div>
      <h3 className={classes.subtitle}>{t("home.attention.overdue")}</h3>
      <AttentionRows query={query}>
        {(invoice) => (
          <>
            <div className={classes.what}>
              <div>{invoice.client?.name ?? invoice.customer_name}</div>
              <Text size="xs" c="dimmed">
                {[invoice.number, t("common.days_overdue", { count: invoice.days_overdue ?? 0 })]
                  .filter(Boolean)
                  .join(" · ")}
              </Text>
            </div>
            <div className={classes.amount}>
              <MoneyText money={invoice.balance} />
            </div>
          </>
        )}
      </AttentionRows>
      <Link to="/invoices" search={{ status: "overdue" }} className={classes.link}>
        {t("home.attention.all_overdue")}
      </Link>
    </div>
  );
}

function WonDeals({ query }: { query: UseQueryResult<Page<DealRow>> }) {
  const t = useTranslate();
  return (
    <div>
      <h3 className={classes.subtitle}>{t("home.attention.won")}</h3>
      <AttentionRows query={query}>
        {(deal) => (
          <>
            <div className={classes.what}>
              <div>{deal.name}</div>
              <Text size="xs" c="dimmed">
                {deal.client?.name}
              </Text>
            </div>
            <ButtonLink
              to="/projects/create"
              search={{ deal: deal.api_id }}
              size="compact-md"
              variant="default"
              aria-label={`${t("home.attention.create_project")} (${deal.name})`}
              style={{ flexShrink: 0 }}
            >
              {t("home.attention.create_project")}
            </ButtonLink>
          </>
        )}
      </AttentionRows>
    </div>
  );
}

export function NeedsAttention() {
  const t = useTranslate();
  const user = useCurrentUser();
  const [seesInvoices, seesDeals] = [sees.overdue(user), sees.won(user)];
  const seesConnections = sees.connections(user);
  const { data: connections } = useQuery({ ...connectionsQuery, enabled: seesConnections });
  const waiting = connections?.filter(({ state }) => state === "needs_attention");
  const overdue = useQuery({ ...overdueQuery, enabled: seesInvoices });
  const won = useQuery({ ...wonQuery, enabled: seesDeals });
  const isEmpty = (query: UseQueryResult<Page<unknown>>) => query.data?.meta.total === 0;
  const nothing =
    (!seesInvoices || isEmpty(overdue)) &&
    (!seesDeals || isEmpty(won)) &&
    (!seesConnections || waiting?.length === 0);
  return (
    <Section title={t("home.attention.title")}>
      {nothing && <Text c="dimmed">{t("home.attention.none")}</Text>}
      {waiting?.map((connection) => (
        <TroubledService key={connection.service} connection={connection} />
      ))}
      <div className={classes.columns}>
        {seesInvoices && !isEmpty(overdue) && <OverdueInvoices query={overdue} />}
        {seesDeals && !isEmpty(won) && <WonDeals query={won} />}
      </div>
    </Section>
  );
}
