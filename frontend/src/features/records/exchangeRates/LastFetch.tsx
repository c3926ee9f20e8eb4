// The last fetch of rates from the Bank of Canada, with a button to start one.
import { Button, Group, Text } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { api } from "../../../api/client";
import { pageQuery, resourceKey } from "../../../api/queries";
import type { RateFetch } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { showToast } from "../../../lib/toasts";
import { RelativeText } from "../../../ui/display/DateText";
import { StatusBadge } from "../../../ui/display/StatusBadge";
import uiClasses from "../../../ui/ui.module.css";

const PATH = "/exchange-rate-fetches";
const lastFetchQuery = pageQuery(PATH, { query: { per_page: 1 } });
const POLL_INTERVAL_MS = 2_000;

function isRunning(fetch: RateFetch | undefined): boolean {
  return fetch?.status === "queued" || fetch?.status === "running";
}

/** Polls while a fetch runs, then refetches the list of rates. */
function useLastFetch() {
  const queryClient = useQueryClient();
  const { data, isLoading } = useQuery({
    ...lastFetchQuery,
    refetchInterval: ({ state }) => (isRunning(state.data?.data[0]) ? POLL_INTERVAL_MS : false),
  });
  const isFetching = isRunning(data?.data[0]);
  const wasFetching = useRef(isFetching);
  useEffect(() => {
    if (wasFetching.current && !isFetching)
      void queryClient.invalidateQueries({ queryKey: resourceKey("/exchange-rates") });
    wasFetching.current = isFetching;
  }, [isFetching, queryClient]);
  return { isLoading, last: data && { fetch: data.data[0] } };
}

export function LastFetch({ canStart }: { canStart: boolean }) {
  const t = useTranslate();
  const { isLoading, last } = useLastFetch();
  return (
    <section
      aria-label={t("exchange_rates.bank.title")}
      className={uiClasses.card}
      style={{ marginBottom: 16 }}
    >
      <Group justify="space-between" gap="sm">
        <div aria-live="polite" aria-busy={isLoading}>
          {last && <FetchStatus fetch={last.fetch} />}
        </div>
        {canStart && <FetchButton busy={isRunning(last?.fetch)} />}
      </Group>
    </section>
  );
}

function FetchStatus({ fetch }: { fetch: RateFetch | undefined }) {
  const t = useTranslate();
  if (fetch === undefined) return <Text size="sm">{t("exchange_rates.bank.never")}</Text>;
  return (
    <>
      <Group gap="xs">
        <Text component="h2" fw={600} size="sm">
          {t("exchange_rates.bank.title")}
        </Text>
        <StatusBadge enumName="sync_status" value={fetch.status} />
        <Text size="sm" c="dimmed" component="span">
          <RelativeText at={fetch.finished_at ?? fetch.created_at} />
        </Text>
      </Group>
      {fetch.status === "succeeded" && (
        <Text size="sm">{t("exchange_rates.bank.added", { count: fetch.rates_added })}</Text>
      )}
      {fetch.problems > 0 && (
        <Text size="sm">{t("exchange_rates.bank.problems", { count: fetch.problems })}</Text>
      )}
      {fetch.message && <Text size="sm">{fetch.message}</Text>}
      {fetch.what_to_do && (
        <Text size="sm" c="dimmed">
          {fetch.what_to_do}
        </Text>
      )}
    </>
  );
}

function FetchButton({ busy }: { busy: boolean }) {
  const t = useTranslate();
  const queryClient = useQueryClient();
  const mutation = useMutation({
    mutationFn: () => api.post(PATH),
    onSuccess: async () => {
      showToast({ kind: "success", summary: t("exchange_rates.bank.requested") });
      await queryClient.invalidateQueries({ queryKey: resourceKey(PATH) });
    },
  });
  return (
    <Button
      size="compact-md"
      variant="default"
      loading={mutation.isPending}
      disabled={busy}
      onClick={() => mutation.mutate()}
    >
      {t("exchange_rates.bank.fetch_now")}
    </Button>
  );
}
