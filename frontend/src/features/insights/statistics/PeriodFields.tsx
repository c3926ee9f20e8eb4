// The period of the statistics: stored in the address, by default the current month to date.
import { Button, Group } from "@mantine/core";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useTranslate } from "../../../i18n/translate";
import { addDays } from "../../../lib/dates";
import { useToday } from "../../../session/today";
import { DateRangeFields } from "../../../ui/fields/DateRangeFields";
import { changedSearch } from "../../../ui/links/screenSearch";
import { parseStatisticsPeriod } from "./statisticsSearch";

type PeriodState = { from: string; to: string; choose: (from: string, to: string) => void };

export function useStatisticsPeriod(): PeriodState {
  const navigate = useNavigate();
  const today = useToday();
  const period = parseStatisticsPeriod(useSearch({ strict: false }) as Record<string, unknown>);
  const choose = (from: string, to: string) => {
    const search = changedSearch({ from, to });
    void navigate({ to: ".", search, resetScroll: false });
  };
  return { from: period.from ?? `${today.slice(0, 8)}01`, to: period.to ?? today, choose };
}

export function PeriodFields({ from, to, choose }: PeriodState) {
  const t = useTranslate();
  const previousMonthEnd = addDays(`${from.slice(0, 8)}01`, -1);
  return (
    <Group align="end" gap="sm">
      <DateRangeFields
        labels={[t("analysis.from"), t("analysis.to")]}
        from={from}
        to={to}
        onChoose={choose}
      />
      <Button
        variant="default"
        onClick={() => choose(`${previousMonthEnd.slice(0, 8)}01`, previousMonthEnd)}
      >
        {t("ui.calendar.previous_month")}
      </Button>
    </Group>
  );
}
