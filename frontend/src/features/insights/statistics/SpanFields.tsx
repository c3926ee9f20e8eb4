// The span of days that figures are told for: kept in the address, the month so far until somebody chooses.
import { Button, Group } from "@mantine/core";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useTranslate } from "../../../i18n/translate";
import { addDays } from "../../../lib/dates";
import { useToday } from "../../../session/today";
import { DateRangeFields } from "../../../ui/fields/DateRangeFields";
import { changedSearch } from "../../../ui/links/screenSearch";
import { readSpan } from "./statisticsSearch";

type SpanState = { from: string; to: string; choose: (from: string, to: string) => void };

export function useSpan(): SpanState {
  const navigate = useNavigate();
  const today = useToday();
  const asked = readSpan(useSearch({ strict: false }) as Record<string, unknown>);
  const choose = (from: string, to: string) => {
    const search = changedSearch({ from, to });
    void navigate({ to: ".", search, resetScroll: false });
  };
  return { from: asked.from ?? `${today.slice(0, 8)}01`, to: asked.to ?? today, choose };
}

export function SpanFields({ from, to, choose }: SpanState) {
  const t = useTranslate();
  const lastDay = addDays(`${from.slice(0, 8)}01`, -1);
  return (
    <Group align="end" gap="sm">
      <DateRangeFields
        labels={[t("statistics.from"), t("statistics.to")]}
        from={from}
        to={to}
        onChoose={choose}
      />
      <Button variant="default" onClick={() => choose(`${lastDay.slice(0, 8)}01`, lastDay)}>
        {t("statistics.month_before")}
      </Button>
    </Group>
  );
}
