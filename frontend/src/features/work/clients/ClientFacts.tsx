// Who works for a client, its contacts, its source links and, folded, its other facts.
import { Text } from "@mantine/core";
import type { Client } from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { formatMoney, isZeroMoney } from "../../../lib/money";
import { useToday } from "../../../session/today";
import { parseCurrency } from "../../../session/userCurrency";
import { Facts } from "../../../ui/details/Facts";
import { useRecordFacts } from "../../../ui/details/RecordFacts";
import { DateText } from "../../../ui/display/DateText";
import { RecordFigureRows } from "../../../ui/figures/RecordFigureRows";
import { Section } from "../../../ui/layout/Section";
import { MoneyText } from "../../../ui/money/MoneyText";
import { SourceLinks } from "../../../ui/services/SourceLinks";
import { ClientContacts } from "./ClientContacts";
import classes from "./ClientFacts.module.css";
import { ClientHealth } from "./ClientHealth";
import { ClientMoneyText } from "./ClientMoneyText";
import { allFields } from "./clientFields";

const PEOPLE = ["account_manager", "team"] as const;
const CONTACT = [
  "contact_name",
  "contact_title",
  "contact_email",
  "contact_phone",
  "billing_email",
] as const;
const HIDDEN = ["name", "notes"] as const;
const TEXTS = allFields.map(({ name }) => name);

/** The fields that are not among the shown ones. */
const without = (shown: readonly string[]) => TEXTS.filter((name) => !shown.includes(name));

export function ClientFacts({ client }: { client: Client }) {
  const t = useTranslate();
  return (
    <>
      <ClientHealth client={client} />
      <Section title={t("clients.facts")}>
        <MainFacts client={client} />
      </Section>
      <ClientContacts client={client} />
      <Section title={t("clients.sources")}>
        <SourceLinks links={client.links} emptyText={t("clients.no_sources")} />
      </Section>
      {client.notes && (
        <Section title={t("client_page.side.general_notes")}>
          <Text size="sm" style={{ whiteSpace: "pre-line", overflowWrap: "anywhere" }}>
            {client.notes}
          </Text>
        </Section>
      )}
      <OtherFacts client={client} />
    </>
  );
}

const FIGURES = ["mrr", "outstanding", "overdue", "lifetime_revenue"] as const;

function MainFacts({ client }: { client: Client }) {
  const facts = useRecordFacts("clients", allFields, client, {
    order: [...PEOPLE, "first_active_on", "churned_on", ...FIGURES, "tags"],
    omit: without([...PEOPLE, "tags"]),
    extra: {
      ...Object.fromEntries(
        FIGURES.filter((name) => client[name] !== undefined).map((name) => [
          name,
          <ClientFigure key={name} client={client} name={name} />,
        ]),
      ),
      first_active_on: client.first_active_on ? (
        <DateText on={client.first_active_on} />
      ) : undefined,
      churned_on: client.churned_on ? <DateText on={client.churned_on} /> : undefined,
    },
  });
  return <Facts facts={facts} />;
}

/** A figure that the user may see; it opens its projects or invoices. */
function ClientFigure({ client, name }: { client: Client; name: (typeof FIGURES)[number] }) {
  const t = useTranslate();
  const asOf = useToday();
  const currency = parseCurrency(client.currency);
  const query = {
    figure: `client_${name}`,
    id: client.api_id,
    ...(currency && { currency }),
  } as const;
  const label = t(`clients.field.${name}`);
  return (
    <RecordFigureRows
      isCompact
      label={label}
      help={t(`client_page.help.${name}`)}
      query={query}
      asOf={asOf}
    >
      {name === "lifetime_revenue" ? (
        <MoneyText money={client.lifetime_revenue} />
      ) : (
        <>
          <ClientMoneyText client={client} name={name} />
          {name === "outstanding" && <UnappliedText client={client} />}
        </>
      )}
    </RecordFigureRows>
  );
}

function UnappliedText({ client: { unapplied } }: { client: Client }) {
  const t = useTranslate();
  const locale = useLocale();
  if (unapplied === undefined || isZeroMoney(unapplied)) return null;
  return (
    <Text size="xs" c="dimmed" component="span" display="block">
      {t("client_page.unapplied", { amount: formatMoney(unapplied, locale) })}
    </Text>
  );
}

function OtherFacts({ client }: { client: Client }) {
  const t = useTranslate();
  const facts = useRecordFacts("clients", allFields, client, {
    order: ["address", "website", "currency", "language", "industry", "payment_terms_days"],
    omit: [...HIDDEN, ...PEOPLE, ...CONTACT, "tags"],
    extra: { currency: client.currency },
  });
  return (
    <details className={classes.more}>
      <summary>{t("client_page.side.more")}</summary>
      <Facts facts={facts} />
    </details>
  );
}
