// Locks a month of all retainers: which periods those are, what prevents it, and how they stand after it.
import { api } from "../../../api/client";
import { pageQuery } from "../../../api/queries";
import "@mantine/core/styles/CloseButton.css";
import "@mantine/core/styles/Drawer.css";
import "@mantine/core/styles/ModalBase.css";
import "@mantine/core/styles/Overlay.css";
import "@mantine/core/styles/Paper.css";
import "@mantine/core/styles/Skeleton.css";
import { Button, Drawer, Group, NativeSelect, Skeleton, Stack, Text } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError } from "../../../api/errors";
import type { Page, RetainerPeriod } from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { useToday } from "../../../session/today";
import { LoadFailure } from "../../../ui/feedback/LoadFailure";
import classes from "../../../ui/ui.module.css";
import { EarlierPeriods } from "./EarlierPeriods";
import { daysOf, endedMonths } from "./lockableMonths";
import { MonthPeriods } from "./MonthPeriods";
import { periodName } from "./periodNames";

const MAX_PERIODS = 100;

function useMonthName() {
  const locale = useLocale();
  return (month: string) => {
    const { first, last } = daysOf(month);
    return periodName({ starts_on: first, ends_on: last }, locale);
  };
}

/** The month's periods, and those that come before and are still open. */
function useMonth(month: string) {
  const { first, last, before } = daysOf(month);
  const path = "/retainer-periods";
  const ofMonth = {
    starts_from: first,
    starts_to: last,
    per_page: MAX_PERIODS,
    sort: "project",
  } as const;
  const earlier = { starts_to: before, status: "open", per_page: 5, sort: "starts_on" } as const;
  return {
    periods: useQuery(pageQuery(path, { query: ofMonth })),
    open: useQuery(pageQuery(path, { query: { ...ofMonth, status: "open", per_page: 1 } })),
    earlier: useQuery(pageQuery(path, { query: earlier })),
  };
}

function useLocking(month: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async () => (await api.post("/retainer-locks", { month }, { expect: [422] })).data,
    onSettled: () => client.invalidateQueries({ queryKey: ["api"] }),
  });
}

function refusal(error: Error | null): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  return Object.values(error.errors).flat().join(" ") || error.message;
}

export function LockMonth({ onClose }: { onClose: () => void }) {
  const t = useTranslate();
  const today = useToday();
  const nameOf = useMonthName();
  const title = t("retainers.lock_month.title");
  const [month, setMonth] = useState(endedMonths(today)[0] ?? today.slice(0, 7));
  const locking = useLocking(month);
  const choose = (next: string) => {
    locking.reset();
    setMonth(next);
  };
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size="min(100vw, max(32vw, 400px))"
      title={title}
      classNames={{ title: classes.dialogTitle }}
      closeButtonProps={{ "aria-label": t("ui.close", { title }) }}
    >
      <Stack gap="md">
        <Text size="sm">{t("retainers.lock_month.about")}</Text>
        <NativeSelect
          label={t("retainers.lock_month.month")}
          value={month}
          data={endedMonths(today, month).map((value) => ({ value, label: nameOf(value) }))}
          error={refusal(locking.error)}
          disabled={locking.isPending}
          onChange={(event) => choose(event.currentTarget.value)}
        />
        {locking.data && (
          <Text role="status" size="sm" fw={600}>
            {t("retainers.lock_month.done", { count: locking.data.locked, month: nameOf(month) })}
          </Text>
        )}
        <Month month={month} name={nameOf(month)} locking={locking} choose={choose} />
      </Stack>
    </Drawer>
  );
}

type MonthProps = {
  month: string;
  name: string;
  locking: ReturnType<typeof useLocking>;
  choose: (month: string) => void;
};

function Month({ month, name, locking, choose }: MonthProps) {
  const { periods, open, earlier } = useMonth(month);
  const parts = [periods, open, earlier];
  if (parts.some((part) => part.isError))
    return <LoadFailure retry={() => parts.map((part) => part.refetch())[0]} />;
  if (!periods.data || !open.data || !earlier.data || parts.some((part) => part.isPlaceholderData))
    return <Skeleton height={160} />;
  return (
    <>
      <EarlierPeriods earlier={earlier.data} choose={choose} />
      <Confirmation name={name} open={open.data} blocked={earlier.data} locking={locking} />
      <MonthPeriods page={periods.data} name={name} />
    </>
  );
}

type ConfirmationProps = {
  name: string;
  open: Page<RetainerPeriod>;
  blocked: Page<RetainerPeriod>;
  locking: ReturnType<typeof useLocking>;
};

function Confirmation({ name, open, blocked, locking }: ConfirmationProps) {
  const t = useTranslate();
  const count = open.meta.total;
  if (count === 0) return null;
  return (
    <Group justify="space-between">
      <Text size="sm">{t("retainers.lock_month.will", { count })}</Text>
      <Button
        loading={locking.isPending}
        disabled={blocked.meta.total > 0}
        onClick={() => locking.mutate()}
      >
        {t("retainers.lock_month.confirm", { month: name })}
      </Button>
    </Group>
  );
}
