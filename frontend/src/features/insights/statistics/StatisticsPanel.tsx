// The figures of one record in a span of days that the reader chooses.
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
import { SpanFields, useSpan } from "./SpanFields";

/** The pairs of currencies that amounts could not be converted between. */
type Missing = { missing_rate?: string | null; missing_rates?: string[] };

/** The parameters that all of these reads have in common. */
type StatisticsQuery = Pick<Query<"/projects-statistics">, "id" | "from" | "to" | "currency">;

/** `height` is what the cards will take, so that nothing moves when they come. */
type Props<Entry> = {
  read: (asked: StatisticsQuery) => UseQueryOptions<Entry[], Error, Entry[], unknown[]>;
  id: string;
  height: number;
  children: (entry: Entry) => ReactNode;
};

export function StatisticsPanel<Entry extends Missing>({
  read,
  id,
  height,
  children,
}: Props<Entry>) {
  const { from, to, choose } = useSpan();
  const [currency, setCurrency] = useCurrency();
  const asked = { id, from, to, ...(currency === "" ? {} : { currency }) };
  const query = useQuery(read(asked));
  const [entry] = query.data ?? [];
  return (
    <Stack gap="md">
      <Group align="end" gap="sm">
        <SpanFields from={from} to={to} choose={choose} />
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

/** In the address; without one, every amount is in its own. */
function useCurrency(): [Currency | "", (currency: string) => void] {
  const navigate = useNavigate();
  const { currency } = useSearch({ strict: false }) as { currency?: unknown };
  const known = parseCurrency(String(currency)) ?? "";
  const choose = (chosen: string) => {
    const search = changedSearch({ currency: chosen || undefined });
    void navigate({ to: ".", search, resetScroll: false });
  };
  return [known, choose];
}

function CurrencyField({ currency, choose }: { currency: string; choose: (to: string) => void }) {
  const t = useTranslate();
  const { items } = useEnumOptions();
  return (
    <NativeSelectField
      label={t("statistics.currency")}
      value={currency}
      choices={[{ value: "", label: t("statistics.own_currency") }, ...items("currency")]}
      onChange={choose}
    />
  );
}

function MissingRates({ entry }: { entry: Missing }) {
  const t = useTranslate();
  const pairs = entry.missing_rates ?? (entry.missing_rate ? [entry.missing_rate] : []);
  if (pairs.length === 0) return null;
  return (
    <Text size="sm" c="var(--regie-warning-text)">
      {t("statistics.missing_rates", { pairs: pairs.join(", ") })}
    </Text>
  );
}
