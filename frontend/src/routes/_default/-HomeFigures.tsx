// The home page's figures: the dashboard's, with churn for users who may see it.
import { KeyFigures } from "../../features/insights/dashboard/KeyFigures";
import { useTranslate } from "../../i18n/translate";
import { usePermissions } from "../../session/permissions";
import { lazyComponent } from "../../ui/lazyComponent";

const HomeChurn = lazyComponent(
  async () => (await import("../../features/work/churns/HomeChurn")).HomeChurn,
);

export function HomeFigures() {
  const t = useTranslate();
  const { can } = usePermissions();
  const churn = {
    label: t("home.churn.label"),
    help: t("home.churn.help"),
    value: <HomeChurn />,
  };
  return <KeyFigures churn={can("statistics.churn") ? churn : undefined} />;
}
