// The page of churn: lost retainers, analysis, MRR bridges and movements.
import { useTranslate } from "../../../i18n/translate";
import { usePermissions } from "../../../session/permissions";
import { PageTitle } from "../../../ui/layout/PageTitle";
import { UrlTabs } from "../../../ui/layout/UrlTabs";
import { lazyComponent } from "../../../ui/lazyComponent";
import { ButtonLink } from "../../../ui/links/ButtonLink";
import { ChurnsPanel } from "./ChurnsPanel";

const MovementsPanel = lazyComponent(async () => (await import("./MovementsPanel")).MovementsPanel);

const AnalysisPanel = lazyComponent(async () => (await import("./AnalysisPanel")).AnalysisPanel);
const ChurnQueuePanel = lazyComponent(
  async () => (await import("./ChurnQueuePanel")).ChurnQueuePanel,
);
const ChangesPanel = lazyComponent(async () => (await import("./ChangesPanel")).ChangesPanel);

const EDIT_REASONS_PERMISSIONS = ["enum_options.edit", "enum_options.edit_churn_reasons"] as const;

export function ChurnsPage() {
  const t = useTranslate();
  const { can, canAny } = usePermissions();
  const list = { id: "list", label: t("churns.tab.list"), panel: () => <ChurnsPanel /> };
  const movements = {
    id: "movements",
    label: t("churns.tab.movements"),
    panel: () => <MovementsPanel />,
  };
  const analysis = {
    id: "analysis",
    label: t("churns.tab.analysis"),
    panel: () => <AnalysisPanel />,
  };
  const changes = { id: "changes", label: t("churns.tab.changes"), panel: () => <ChangesPanel /> };
  const queue = { id: "queue", label: t("churns.tab.queue"), panel: () => <ChurnQueuePanel /> };
  const tabs = [
    list,
    ...(can("churns.confirm") ? [queue] : []),
    ...(can("statistics.churn") ? [analysis, movements] : []),
    ...(can("projects.mrr") ? [changes] : []),
  ];
  return (
    <>
      <PageTitle
        actions={
          canAny(EDIT_REASONS_PERMISSIONS) && (
            <ButtonLink variant="default" to="/choices">
              {t("churns.edit_reasons")}
            </ButtonLink>
          )
        }
      >
        {t("churns.title")}
      </PageTitle>
      {tabs.length > 1 ? <UrlTabs label={t("churns.title")} tabs={tabs} /> : <ChurnsPanel />}
    </>
  );
}
