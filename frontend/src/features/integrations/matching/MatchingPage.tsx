// The page of matching: records of several services that are the same client, person or project.
import { Text } from "@mantine/core";
import { useTranslate } from "../../../i18n/translate";
import { usePermissions } from "../../../session/permissions";
import { Forbidden } from "../../../ui/feedback/Forbidden";
import { PageTitle } from "../../../ui/layout/PageTitle";
import { UrlTabs } from "../../../ui/layout/UrlTabs";
import { lazyComponent } from "../../../ui/lazyComponent";
import { KINDS } from "./matchingSearch";

const Matches = lazyComponent(async () => (await import("./Matches")).Matches);

export function MatchingPage() {
  const t = useTranslate();
  const { can } = usePermissions();
  if (!can("matching.view")) return <Forbidden page={t("matching.title")} />;
  const tabs = KINDS.map((kind) => ({
    id: kind,
    label: t(`matching.tab.${kind}`),
    panel: () => <Matches kind={kind} />,
  }));
  return (
    <>
      <PageTitle>{t("matching.title")}</PageTitle>
      <Text c="dimmed" mb="md">
        {t("matching.intro")}
      </Text>
      <UrlTabs tabs={tabs} label={t("matching.title")} />
    </>
  );
}
