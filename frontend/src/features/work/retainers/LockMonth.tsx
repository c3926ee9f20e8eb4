// Closes a month for all retainers: its periods, older open periods, and the confirmation.
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

/** The periods of the month, and older ones that are open. */
function useMonthPeriods(month: string) {
  const { first, last, previousDay } = daysOf(month);
  const path = "/retainer-periods";
  const monthQuery = {
    starts_from: first,
    starts_to: last,
    per_page: MAX_PERIODS,
    sort: "project",
  } as const;
  const earlier = {
    starts_to: previousDay,
    status: "open",
    per_page: 5,
    sort: "starts_on",
  } as const;
  return {
    periods: useQuery(pageQuery(path, { query: monthQuery })),
    open: useQuery(pageQuery(path, { query: { ...monthQuery, status: "open", per_page: 1 } })),
    earlier: useQuery(pageQuery(path, { query: earlier })),
  };
}

function useLockMonth(month: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async () => (await api.post("/retainer-locks", { month }, { expect: [422] })).data,
    onSettled: () => client.invalidateQueries({ queryKey: ["api"] }),
  });
}

function errorText(error: Error | null): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  return Object.values(error.errors).flat().join(" ") || error.message;
}

export function LockMonth({ onClose }: { onClose: () => void }) {
  const t = useTranslate();
  const today = useToday();
  const nameOf = useMonthName();
  const title = t("retainers.lock_month.title");
  const [month, setMonth] = useState(endedMonths(today)[0] ?? today.slice(0, 7));
  const lockMutation = useLockMonth(month);
  const choose = (next: string) => {
    lockMutation.reset();
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
          error={errorText(lockMutation.error)}
          disabled={lockMutation.isPending}
          onChange={(event) => choose(event.currentTarget.value)}
        />
        {lockMutation.data && (
          <Text role="status" size="sm" fw={600}>
            {t("retainers.lock_month.done", {
              count: lockMutation.data.locked,
              month: nameOf(month),
            })}
          </Text>
        )}
        <MonthPanel
          month={month}
          name={nameOf(month)}
          lockMutation={lockMutation}
          choose={choose}
        />
      </Stack>
    </Drawer>
  );
}

type MonthPanelProps = {
  month: string;
  name: string;
  lockMutation: ReturnType<typeof useLockMonth>;
  choose: (month: string) => void;
};

function MonthPanel({ month, name, lockMutation, choose }: MonthPanelProps) {
  const { periods, open, earlier } = useMonthPeriods(month);
  const queries = [periods, open, earlier];
  if (queries.some((query) => query.isError))
    return <LoadFailure retry={() => queries.map((query) => query.refetch())[0]} />;
  if (
    !periods.data ||
    !open.data ||
    !earlier.data ||
    queries.some((query) => query.isPlaceholderData)
  )
    return <Skeleton height={160} />;
  return (
    <>
      <EarlierPeriods earlier={earlier.data} onChoose={choose} />
      <Confirmation
        name={name}
        open={open.data}
        blocked={earlier.data}
        lockMutation={lockMutation}
      />
      <MonthPeriods page={periods.data} name={name} />
    </>
  );
}

type ConfirmationProps = {
  name: string;
  open: Page<RetainerPeriod>;
  blocked: Page<RetainerPeriod>;
  lockMutation: ReturnType<typeof useLockMonth>;
};

function Confirmation({ name, open, blocked, lockMutation }: ConfirmationProps) {
  const t = useTranslate();
  const count = open.meta.total;
  if (count === 0) return null;
  return (
    <Group justify="space-between">
      <Text size="sm">{t("retainers.lock_month.will", { count })}</Text>
      <Button
        loading={lockMutation.isPending}
        disabled={blocked.meta.total > 0}
        onClick={() => lockMutation.mutate()}
      >
        {t("retainers.lock_month.confirm", { month: name })}
      </Button>
    </Group>
  );
}
