// The months, with their state and what to do next.
import { Text } from "@mantine/core";
import { useTranslate } from "../../../i18n/translate";
import { PageTitle } from "../../../ui/layout/PageTitle";
import { ResourceTable } from "../../../ui/table/ResourceTable";
import { MonthsState } from "./MonthsState";
import { monthCells } from "./monthCells";
import { monthsList } from "./monthsList";
import { UndatedTermsNotice } from "./UndatedTermsNotice";

export function MonthsPage() {
  const t = useTranslate();
  return (
    <>
      <PageTitle>{t("months.title")}</PageTitle>
      <MonthsState />
      <Text size="sm" c="dimmed" mt={4} mb="md" maw={720}>
        {t("months.lead")}
      </Text>
      <div data-in-order>
        <UndatedTermsNotice />
        <ResourceTable
          list={monthsList}
          cells={monthCells}
          label={t("months.title")}
          empty={{ title: t("months.empty.title"), detail: t("months.empty.detail") }}
        />
      </div>
    </>
  );
}
