// Won deals without a project, with links to create one.
import { Stack, Text } from "@mantine/core";
import { useTranslate } from "../../../i18n/translate";
import { LastSynchronized } from "../../../ui/services/LastSynchronized";
import { ResourceTable } from "../../../ui/table/ResourceTable";
import classes from "../../../ui/ui.module.css";
import { wonDealCells } from "./wonDealCells";
import { DEALS_WITHOUT_PROJECT, wonDealsList } from "./wonDealsList";

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
        list={wonDealsList}
        cells={wonDealCells}
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
