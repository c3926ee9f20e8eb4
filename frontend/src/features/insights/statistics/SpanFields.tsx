// The span of days that figures are told for: kept in the address, the month so far until somebody chooses.
import { Button, Group } from "@mantine/core";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useTranslate } from "../../../i18n/translate";
import { addDays } from "../../../lib/dates";
import { useToday } from "../../../session/today";
import { DateField } from "../../../ui/fields/DateField";
import { changedSearch } from "../../../ui/links/screenSearch";
import { readSpan } from "./statisticsSearch";

type SpanState = { from: string; to: string; choose: (from: string, to: string) => void };

export function useSpan(): SpanState {
  const navigate = useNavigate();
  const today = useToday();
  const asked = readSpan(useSearch({ strict: false }) as Record<string, unknown>);
  const choose = (from: string, to: string) => {
    if (from === "" || to === "") return;
    const search = changedSearch({ from: from > to ? to : from, to });
    void navigate({ to: ".", search, resetScroll: false });
  };
  return { from: asked.from ?? `${today.slice(0, 8)}01`, to: asked.to ?? today, choose };
}

export function SpanFields({ from, to, choose }: SpanState) {
  const t = useTranslate();
  const lastDay = addDays(`${from.slice(0, 8)}01`, -1);
  return (
    <Group align="end" gap="sm">
      <DateField
        label={t("statistics.from")}
        name={t("statistics.from")}
        value={from}
        onChange={(day) => choose(day, to)}
      />
      <DateField
        label={t("statistics.to")}
        name={t("statistics.to")}
        value={to}
        onChange={(day) => choose(from, day)}
      />
      <Button variant="default" onClick={() => choose(`${lastDay.slice(0, 8)}01`, lastDay)}>
        {t("statistics.month_before")}
      </Button>
    </Group>
  );
}
