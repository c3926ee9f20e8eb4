// The agency's figures and the state of the services they come from.
import { Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useLocale } from "../../i18n/locale";
import { useTranslate } from "../../i18n/translate";
import { formatDate } from "../../lib/dates";
import { PageTitle } from "../../ui/PageTitle";
import { dashboardQuery } from "./dashboardQuery";
import { KeyFigures } from "./KeyFigures";
import { Sources } from "./Sources";

export function DashboardPage() {
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
      </Stack>
    </>
  );
}
