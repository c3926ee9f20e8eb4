// What each client owed on a day, the most first, ten at a time; a figure leads to its invoices in the list below.
import "@mantine/core/styles/Skeleton.css";
import { Group, Skeleton, Stack, Text } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { pageQuery } from "../../api/queries";
import type { ClientReceivables } from "../../api/types";
import { useLocale } from "../../i18n/locale";
import { useTranslate } from "../../i18n/translate";
import { formatDate } from "../../lib/dates";
import { useCurrentUser } from "../../session/currentUser";
import { useToday } from "../../session/today";
import { FailedPart } from "../../ui/FailedPart";
import { NamedPagination } from "../../ui/NamedPagination";
import { Section } from "../../ui/Section";
import { ClientLines } from "./ClientLines";

const A_PAGE = 10;
/** What ten clients will take, so that little moves when they come. */
const HEIGHT = 420;

export function ByClient({ asOf }: { asOf: string | undefined }) {
  const t = useTranslate();
  const locale = useLocale();
  const today = useToday();
  const navigate = useNavigate();
  const currency = useCurrentUser().currency || "USD";
  // In the address under a name that the list below does not use.
  const asked = useSearch({ strict: false }) as { clients_page?: unknown };
  const page = Math.max(1, Math.trunc(Number(asked.clients_page)) || 1);
  const query = { page, per_page: A_PAGE, currency, ...(asOf && { as_of: asOf }) };
  const { data, isError, refetch } = useQuery({
    ...pageQuery<ClientReceivables>("/receivables-by-client", query),
    placeholderData: keepPreviousData,
  });
  const turn = (next: number) => {
    const clients_page = next === 1 ? undefined : next;
    const search = (before: Record<string, unknown>) => ({ ...before, clients_page });
    void navigate({ to: ".", search: search as never, resetScroll: false });
  };
  if (data === undefined)
    return isError ? <FailedPart retry={refetch} /> : <Skeleton height={HEIGHT} />;
  const { total, last_page } = data.meta;
  if (total === 0) return null;
  const date = formatDate(asOf ?? today, locale);
  return (
    <Section title={t("receivables.by_client.title")}>
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          {t("receivables.by_client.explained", { currency, date })}
        </Text>
        <ClientLines rows={data.data} currency={currency} />
        <Group justify="space-between" gap="sm">
          <Text size="sm" c="dimmed">
            {t("receivables.by_client.clients", { count: total })}
          </Text>
          {last_page > 1 && <NamedPagination total={last_page} value={page} onChange={turn} />}
        </Group>
      </Stack>
    </Section>
  );
}
