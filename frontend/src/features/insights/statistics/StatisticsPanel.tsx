// The statistics of one record in a period that the user chooses.
import "@mantine/core/styles/Skeleton.css";
import { Group, Skeleton, Stack, Text } from "@mantine/core";
import { type UseQueryOptions, useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { Currency } from "../../../api/types";
import type { Query } from "../../../api/wire";
import { useTranslate } from "../../../i18n/translate";
import { useEnumOptions } from "../../../session/enumOptions";
import { parseCurrency } from "../../../session/userCurrency";
import { LoadFailure } from "../../../ui/feedback/LoadFailure";
import { NativeSelectField } from "../../../ui/fields/NativeSelectField";
import { changedSearch } from "../../../ui/links/screenSearch";
import { PeriodFields, useStatisticsPeriod } from "./PeriodFields";

/** The currency pairs without an exchange rate. */
type MissingRateFields = { missing_rate?: string | null; missing_rates?: string[] };

/** The parameters that all of these reads have in common. */
type StatisticsQuery = Pick<Query<"/projects-statistics">, "id" | "from" | "to" | "currency">;

/** `height` is the expected height of the cards, to avoid layout shifts. */
type Props<Entry> = {
  toQuery: (parameters: StatisticsQuery) => UseQueryOptions<Entry[], Error, Entry[], unknown[]>;
  id: string;
  height: number;
  children: (entry: Entry) => ReactNode;
};

export function StatisticsPanel<Entry extends MissingRateFields>({
  toQuery,
  id,
  height,
  children,
}: Props<Entry>) {
  const { from, to, choose } = useStatisticsPeriod();
  const [currency, setCurrency] = useCurrency();
  const parameters = { id, from, to, ...(currency === "" ? {} : { currency }) };
  const query = useQuery(toQuery(parameters));
  const [entry] = query.data ?? [];
  return (
    <Stack gap="md">
      <Group align="end" gap="sm">
        <PeriodFields from={from} to={to} choose={choose} />
        <CurrencyField currency={currency} choose={setCurrency} />
      </Group>
      {entry && <MissingRates entry={entry} />}
      {entry && children(entry)}
      {!entry &&
        (query.isError ? (
          <LoadFailure retry={query.refetch} error={query.error} />
        ) : (
          <Skeleton height={height} />
        ))}
    </Stack>
  );
}

/** Stored in the address; without it, amounts are in their own currency. */
function useCurrency(): [Currency | "", (currency: string) => void] {
  const navigate = useNavigate();
  const { currency } = useSearch({ strict: false }) as { currency?: unknown };
  const validCurrency = parseCurrency(String(currency)) ?? "";
  const choose = (chosen: string) => {
    const search = changedSearch({ currency: chosen || undefined });
    void navigate({ to: ".", search, resetScroll: false });
  };
  return [validCurrency, choose];
}

function CurrencyField({
  currency,
  choose,
}: {
  currency: string;
  choose: (currency: string) => void;
}) {
  const t = useTranslate();
  const { items } = useEnumOptions();
  return (
    <NativeSelectField
      label={t("dashboard.currency")}
      value={currency}
      choices={[{ value: "", label: t("statistics.own_currency") }, ...items("currency")]}
      onChange={choose}
    />
  );
}

function MissingRates({ entry }: { entry: MissingRateFields }) {
  const t = useTranslate();
  const pairs = entry.missing_rates ?? (entry.missing_rate ? [entry.missing_rate] : []);
  if (pairs.length === 0) return null;
  return (
    <Text size="sm" c="var(--regie-warning-text)">
      {t("statistics.missing_rates", { pairs: pairs.join(", ") })}
    </Text>
  );
}
