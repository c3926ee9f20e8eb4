// What waits for someone: overdue invoices, and won deals that have no project yet.
import { Text } from "@mantine/core";
import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { DealRow, InvoiceRow, Page } from "../../api/types";
import { useTranslate } from "../../i18n/translate";
import { useCurrentUser } from "../../session/currentUser";
import { ButtonLink } from "../../ui/ButtonLink";
import { MoneyText } from "../../ui/MoneyText";
import { Section } from "../../ui/Section";
import { AttentionRows } from "./AttentionRows";
import classes from "./Home.module.css";
import { overdueQuery, sees, wonQuery } from "./queries";

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
  const overdue = useQuery({ ...overdueQuery, enabled: seesInvoices });
  const won = useQuery({ ...wonQuery, enabled: seesDeals });
  const isEmpty = (query: UseQueryResult<Page<unknown>>) => query.data?.meta.total === 0;
  const nothing = (!seesInvoices || isEmpty(overdue)) && (!seesDeals || isEmpty(won));
  return (
    <Section title={t("home.attention.title")}>
      {nothing && <Text c="dimmed">{t("home.attention.none")}</Text>}
      <div className={classes.columns}>
        {seesInvoices && !isEmpty(overdue) && <OverdueInvoices query={overdue} />}
        {seesDeals && !isEmpty(won) && <WonDeals query={won} />}
      </div>
    </Section>
  );
}
