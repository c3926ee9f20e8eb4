// Who a client is and where else it lives, in the column that stays in sight.
import { Anchor } from "@mantine/core";
import type { Client } from "../../api/types";
import { useTranslate } from "../../i18n/translate";
import { useEnumOptions } from "../../session/enumOptions";
import { DateText } from "../../ui/DateText";
import { type Fact, Facts } from "../../ui/Facts";
import { Section } from "../../ui/Section";
import { SourceLinks, safeAddress } from "../../ui/SourceLinks";
import { Tags } from "../../ui/Tags";
import classes from "../../ui/ui.module.css";

function Mail({ address }: { address: string | null }) {
  return address ? (
    <Anchor inherit href={`mailto:${address}`}>
      {address}
    </Anchor>
  ) : null;
}

function Website({ url }: { url: string | null }) {
  const address = safeAddress(url);
  return address ? (
    <Anchor inherit href={address} target="_blank" rel="noopener noreferrer">
      {address.replace(/^https?:\/\//, "").replace(/\/$/, "")}
    </Anchor>
  ) : (
    url
  );
}

function useClientFacts(client: Client): Fact[] {
  const t = useTranslate();
  const { label } = useEnumOptions();
  const worded = (name: string, value: string | null) => value && label(name, value);
  return [
    { label: t("clients.field.account_manager"), value: client.account_manager.name },
    { label: t("clients.field.team"), value: client.team?.name },
    { label: t("clients.field.contact_name"), value: client.contact_name },
    {
      label: t("clients.field.contact_email"),
      value: client.contact_email && <Mail address={client.contact_email} />,
    },
    { label: t("clients.field.contact_phone"), value: client.contact_phone },
    {
      label: t("clients.field.billing_email"),
      value: client.billing_email && <Mail address={client.billing_email} />,
    },
    {
      label: t("clients.field.address"),
      value: client.address && <span className={classes.lines}>{client.address}</span>,
    },
    {
      label: t("clients.field.website"),
      value: client.website && <Website url={client.website} />,
    },
    { label: t("clients.field.currency"), value: client.currency },
    { label: t("clients.field.language"), value: worded("language", client.language) },
    { label: t("clients.field.industry"), value: worded("industry", client.industry) },
    {
      label: t("clients.field.first_active_on"),
      value: client.first_active_on && <DateText on={client.first_active_on} />,
    },
    ...(client.churned_on
      ? [{ label: t("clients.field.churned_on"), value: <DateText on={client.churned_on} /> }]
      : []),
    { label: t("clients.field.tags"), value: <Tags tags={client.tags} /> },
  ];
}

export function ClientFacts({ client }: { client: Client }) {
  const t = useTranslate();
  return (
    <>
      <Section title={t("clients.facts")}>
        <Facts facts={useClientFacts(client)} />
      </Section>
      <Section title={t("clients.sources")}>
        <SourceLinks links={client.links} none={t("clients.no_sources")} />
      </Section>
    </>
  );
}
