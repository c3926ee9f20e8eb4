// The agency's figures and the state of the services they come from.
import { Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useLocale } from "../../i18n/locale";
import { loadOutsideWords, useTranslate } from "../../i18n/translate";
import { formatDate } from "../../lib/dates";
import { usePermissions } from "../../session/permissions";
import { onDemand } from "../../ui/onDemand";
import { PageTitle } from "../../ui/PageTitle";
import { dashboardQuery } from "./dashboardQuery";
import { KeyFigures } from "./KeyFigures";
import { Sources } from "./Sources";

/** With its words, which few of those who look at the figures need. */
const ToMatch = onDemand(async () => {
  const [module] = await Promise.all([import("./ToMatch"), loadOutsideWords()]);
  return module.ToMatch;
});

export function DashboardPage() {
  const { may } = usePermissions();
  const t = useTranslate();
  const locale = useLocale();
  const { data } = useQuery(dashboardQuery);
  return (
    <>
      <PageTitle>{t("dashboard.title")}</PageTitle>
      <Stack gap="md">
        <Text c="dimmed">
          {data ? t("dashboard.as_of", { date: formatDate(data.as_of, locale) }) : "\u00a0"}
        </Text>
        <KeyFigures />
        <Sources />
        {may("matching.view") && <ToMatch />}
      </Stack>
    </>
  );
}
