// MRR over a period: one bridge per currency, and the numbers of lost clients and retainers.
import { dataQuery } from "../../../api/queries";
import "@mantine/core/styles/Skeleton.css";
import { Group, Skeleton, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import type { ChurnStatistics } from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { formatDate } from "../../../lib/dates";
import { periodRange } from "../../../lib/periods";
import { useCurrentUser } from "../../../session/currentUser";
import { useToday } from "../../../session/today";
import { EmptyState } from "../../../ui/feedback/EmptyState";
import { LoadFailure } from "../../../ui/feedback/LoadFailure";
import { NativeSelectField } from "../../../ui/fields/NativeSelectField";
import { FigureCards } from "../../../ui/figures/FigureCards";
import { FigureLink } from "../../../ui/figures/FigureNotes";
import type { ScreenSearch } from "../../../ui/links/screenSearch";
import { lostLink } from "./analysisLinks";
import { Bridges } from "./Bridges";
import { lostText } from "./lostText";
import { PERIODS } from "./periods";
import { useRateWords } from "./rateWords";

export function MovementsPanel() {
  const t = useTranslate();
  const navigate = useNavigate();
  const today = useToday();
  const { fiscal_year_start } = useCurrentUser().organization;
  const search = useSearch({ strict: false }) as { period?: unknown };
  const period = PERIODS.find((name) => name === search.period) ?? "this_month";
  // Future days are excluded, as on the dashboard and in the analysis.
  const { from, to } = periodRange(period, today, fiscal_year_start);
  const choose = (next: string) => {
    const search: ScreenSearch = {
      tab: "movements",
      ...(next === "this_month" ? {} : { period: next }),
    };
    void navigate({ to: ".", search, resetScroll: false });
  };
  return (
    <Stack gap="md">
      <Group>
        <NativeSelectField
          label={t("analysis.period")}
          value={period}
          onChange={choose}
          choices={PERIODS.map((value) => ({ value, label: t(`analysis.periods.${value}`) }))}
        />
      </Group>
      <Movements from={from} to={to < today ? to : today} />
    </Stack>
  );
}

function Movements(days: { from: string; to: string }) {
  const query = useQuery(dataQuery("/churns-statistics", { query: days }));
  const { data, isError, error, refetch } = query;
  if (data === undefined)
    return isError ? <LoadFailure retry={refetch} error={error} /> : <Skeleton height={320} />;
  return <Figures data={data} />;
}

function Figures({ data }: { data: ChurnStatistics }) {
  const t = useTranslate();
  const locale = useLocale();
  const losses = useLosses(data);
  const periodText = t("churns.movements.span", {
    from: formatDate(data.starts_on, locale),
    to: formatDate(data.ends_on, locale),
    as_of: formatDate(data.as_of, locale),
  });
  return (
    <Stack gap="md">
      <Text size="sm" c="dimmed">
        {periodText}
      </Text>
      <FigureCards figures={losses} />
      {data.currencies.length > 0 ? (
        <Bridges data={data} source={periodText} />
      ) : (
        <EmptyState
          title={t("churns.movements.none.title")}
          detail={t("churns.movements.none.detail")}
        />
      )}
    </Stack>
  );
}

function useLosses(data: ChurnStatistics) {
  const t = useTranslate();
  const words = useRateWords(data.later_clients);
  const locale = useLocale();
  const figure = (
    name: "logo_churn" | "project_churn",
    rows: "lost-clients" | "lost-retainers",
  ) => {
    const { lost, at_start, percent } = data[name];
    const notes = [...words.annualized(data[name]), ...words.apart(name)];
    const { link } = lost > 0 || words.apart(name).length > 0 ? lostLink(data, rows) : {};
    return {
      label: words.label(name),
      value: (
        <>
          <FigureLink link={link} title={t("churn_analysis.opens")}>
            {lostText(lost, at_start, percent, t, locale)}
          </FigureLink>
          {notes.map((note) => (
            <Text key={note} size="xs" c="dimmed">
              {note}
            </Text>
          ))}
        </>
      ),
      help: words.help(name),
    };
  };
  return [figure("logo_churn", "lost-clients"), figure("project_churn", "lost-retainers")];
}
