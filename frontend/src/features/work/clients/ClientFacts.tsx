// The facts of a client and its source links, in the side column.
import type { Client } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { Facts } from "../../../ui/details/Facts";
import { useRecordFacts } from "../../../ui/details/RecordFacts";
import { DateText } from "../../../ui/display/DateText";
import { Section } from "../../../ui/layout/Section";
import { SourceLinks } from "../../../ui/services/SourceLinks";
import { allFields } from "./clientFields";

export function ClientFacts({ client }: { client: Client }) {
  const t = useTranslate();
  const facts = useRecordFacts("clients", allFields, client, {
    order: [
      "account_manager",
      "team",
      "contact_name",
      "contact_email",
      "contact_phone",
      "billing_email",
      "address",
      "website",
      "currency",
      "language",
      "industry",
      "first_active_on",
      "churned_on",
      "tags",
    ],
    omit: ["name", "health", "health_note", "notes", "payment_terms_days"],
    extra: {
      currency: client.currency,
      first_active_on: <DateText on={client.first_active_on} />,
      churned_on: client.churned_on ? <DateText on={client.churned_on} /> : undefined,
    },
  });
  return (
    <>
      <Section title={t("clients.facts")}>
        <Facts facts={facts} />
      </Section>
      <Section title={t("clients.sources")}>
        <SourceLinks links={client.links} emptyText={t("clients.no_sources")} />
      </Section>
    </>
  );
}
