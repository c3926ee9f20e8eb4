// Won deals without a project, with links to create one.
import { Stack, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useTranslate } from "../../../i18n/translate";
import { Absent } from "../../../ui/display/Absent";
import { DateText } from "../../../ui/display/DateText";
import { ClientLink } from "../../../ui/links/RecordLinks";
import { MoneyText } from "../../../ui/money/MoneyText";
import { LastSynchronized } from "../../../ui/services/LastSynchronized";
import { SourceLink, SyncedText } from "../../../ui/services/SourceLinks";
import { ResourceTable } from "../../../ui/table/ResourceTable";
import type { CellsOf } from "../../../ui/table/tableModel";
import classes from "../../../ui/ui.module.css";
import { DEALS_WITHOUT_PROJECT, dealsList } from "./dealsList";
import { KindName } from "./projectBadges";

const dealCells: CellsOf<typeof dealsList> = {
  name: (deal) => (
    <Link to="/projects/create" search={{ deal: deal.api_id }} className={classes.link}>
      {deal.name}
    </Link>
  ),
  client: (deal) => <ClientLink client={deal.client} />,
  project_type: (deal) => (deal.project_type ? <KindName kind={deal.project_type} /> : <Absent />),
  budget: (deal) => <MoneyText money={deal.budget} />,
  hourly_rate: (deal) => <MoneyText money={deal.hourly_rate} />,
  closed_on: (deal) => <DateText on={deal.closed_on} />,
  source: (deal) => <SourceLink isBrief service="hubspot" url={deal.source_url} />,
  synced_at: (deal) => (
    <SyncedText service="hubspot" at={deal.synced_at} deletedAt={deal.deleted_at} />
  ),
};

export function WonDeals() {
  const t = useTranslate();
  return (
    <section>
      <h2 className={classes.heading}>{t("projects.create.deals")}</h2>
      <Stack gap={4} mb="sm">
        <Text size="sm" c="dimmed">
          {t("projects.create.deals_detail")}
        </Text>
        <LastSynchronized service="hubspot" />
      </Stack>
      <ResourceTable
        list={dealsList}
        cells={dealCells}
        label={t("projects.create.deals")}
        fixed={DEALS_WITHOUT_PROJECT}
        empty={{
          title: t("projects.create.no_deals"),
          detail: t("projects.create.no_deals_detail"),
        }}
      />
    </section>
  );
}
