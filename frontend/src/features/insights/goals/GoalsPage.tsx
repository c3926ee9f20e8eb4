// The page of goals: the user's own, those of their teams, and all visible goals.
import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useTranslate } from "../../../i18n/translate";
import { usePermissions } from "../../../session/permissions";
import { ImportLink, ImportPage, useImporting } from "../../../ui/imports/ImportLink";
import { PageTitle } from "../../../ui/layout/PageTitle";
import { UrlTabs } from "../../../ui/layout/UrlTabs";
import { lazyComponent } from "../../../ui/lazyComponent";
import { useListState } from "../../../ui/table/useListState";
import { goalsList } from "./goalsList";
import { MyGoals } from "./MyGoals";

const TeamGrid = lazyComponent(async () => (await import("./TeamGrid")).TeamGrid);
const GoalsPanel = lazyComponent(async () => (await import("./GoalsPanel")).GoalsPanel);
const CompanyTargets = lazyComponent(async () => (await import("./CompanyTargets")).CompanyTargets);
const GoalDrawer = lazyComponent(async () => (await import("./GoalDrawer")).GoalDrawer);
const NewGoal = lazyComponent(async () => (await import("./NewGoal")).NewGoal);

const IMPORTS = ["goals"] as const;

export function GoalsPage() {
  const t = useTranslate();
  const { can, scope } = usePermissions();
  const { search, filterBy, close } = useListState(goalsList);
  const isImporting = useImporting();
  if (isImporting) return <ImportPage kinds={IMPORTS} />;
  const seesOthers = scope("goals.view") !== "own";
  const mine = { id: "mine", label: t("goals.tab.mine"), panel: () => <MyGoals /> };
  const team = { id: "team", label: t("goals.tab.team"), panel: () => <TeamGrid /> };
  const all = { id: "all", label: t("goals.tab.all"), panel: () => <GoalsPanel /> };
  const company = {
    id: "company",
    label: t("goals.tab.company"),
    panel: () => <CompanyTargets />,
  };
  const tabs = [
    ...(seesOthers ? [mine, team, all] : [mine, all]),
    ...(can("months.view") ? [company] : []),
  ];
  const createButton = can("goals.edit") && (
    <>
      <ImportLink kinds={IMPORTS} />
      <Button
        aria-keyshortcuts="c"
        leftSection={<IconPlus size={16} aria-hidden />}
        onClick={() => filterBy({ edit: "new" })}
      >
        {t("goals.new")}
      </Button>
    </>
  );
  return (
    <>
      <PageTitle actions={createButton}>{t("goals.title")}</PageTitle>
      <UrlTabs label={t("goals.title")} tabs={tabs} />
      {search.open !== undefined && <GoalDrawer id={search.open} onClose={close} />}
      {search.edit === "new" && can("goals.edit") && <NewGoal onClose={close} />}
    </>
  );
}
