// Home's figures: the dashboard's, with churn among them for those who are told of it.
import { KeyFigures } from "../../features/dashboard/KeyFigures";
import { useTranslate } from "../../i18n/translate";
import { usePermissions } from "../../session/permissions";
import { afterPaint } from "../../ui/afterPaint";

const HomeChurn = afterPaint(
  async () => {
    const [module] = await Promise.all([
      import("../../features/churns/HomeChurn"),
      import("../../features/churns/loadWords").then(({ loadChurnWords }) => loadChurnWords()),
    ]);
    return module.HomeChurn;
  },
  <div aria-busy="true" />,
);

export function HomeFigures() {
  const t = useTranslate();
  const { may } = usePermissions();
  const churn = {
    label: t("home.churn.label"),
    help: t("home.churn.help"),
    value: <HomeChurn />,
  };
  return <KeyFigures churn={may("statistics.churn") ? churn : undefined} />;
}
