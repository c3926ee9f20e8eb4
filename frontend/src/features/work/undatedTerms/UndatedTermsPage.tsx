// Terms whose first day no data say: a person dates or dismisses them.
import { Text } from "@mantine/core";
import { useTranslate } from "../../../i18n/translate";
import { PageTitle } from "../../../ui/layout/PageTitle";
import { lazyComponent } from "../../../ui/lazyComponent";
import { ResourceTable } from "../../../ui/table/ResourceTable";
import { useListState } from "../../../ui/table/useListState";
import { undatedTermCells } from "./undatedTermCells";
import { undatedTermsBulk } from "./undatedTermsBulk";
import { undatedTermsList } from "./undatedTermsList";

const UndatedTermDrawer = lazyComponent(
  async () => (await import("./UndatedTermDrawer")).UndatedTermDrawer,
);

export function UndatedTermsPage() {
  const t = useTranslate();
  const { search, close } = useListState(undatedTermsList);
  return (
    <>
      <PageTitle>{t("undated_terms.title")}</PageTitle>
      <Text size="sm" c="dimmed" mb="md" maw={720}>
        {t("undated_terms.lead")}
      </Text>
      <ResourceTable
        list={undatedTermsList}
        cells={undatedTermCells}
        label={t("undated_terms.title")}
        empty={{ title: t("undated_terms.empty.title"), detail: t("undated_terms.empty.detail") }}
        bulk={undatedTermsBulk}
      />
      {search.open !== undefined && <UndatedTermDrawer id={search.open} onClose={close} />}
    </>
  );
}
