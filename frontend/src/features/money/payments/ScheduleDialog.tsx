// Makes a project's schedule: in equal parts or by percentages, one a month.
import { Stack, Text, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { api } from "../../../api/client";
import { ApiError } from "../../../api/errors";
import type { Project } from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { formatPercent } from "../../../lib/numbers";
import { showToast } from "../../../lib/toasts";
import { useToday } from "../../../session/today";
import { DateField } from "../../../ui/fields/DateField";
import { FormButtons } from "../../../ui/form/FormButtons";
import { FormModal } from "../../../ui/form/FormModal";
import { PAYMENTS_PATH } from "./paymentsList";
import { readPercentages, sumOf } from "./schedule";

type Props = { project: Pick<Project, "api_id" | "name">; onClose: () => void };

type ScheduleInput = { count: string; percentages: string; starts_on: string };

/** What is no whole number is none that the server takes: it says what it does. */
function readParts(text: string): number {
  return /^\d+$/.test(text.trim()) ? Number(text) : 0;
}

function useMaking(project: Props["project"], onClose: () => void) {
  const t = useTranslate();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (wish: ScheduleInput) =>
      api.post(
        `${PAYMENTS_PATH}/schedules`,
        {
          project: project.api_id,
          starts_on: wish.starts_on || null,
          ...(wish.count.trim() ? { count: readParts(wish.count) } : {}),
          ...(wish.percentages.trim()
            ? { percentages: readPercentages(wish.percentages) ?? [wish.percentages] }
            : {}),
        },
        { expect: [422] },
      ),
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: ["api"] });
      showToast({ kind: "success", summary: t("payments.schedule.done") });
      onClose();
    },
  });
}

/** What the server refuses of a field, or of a part of it. */
function refusalOf(error: Error | null, field: string): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  const found = Object.entries(error.errors).filter(([path]) => path.split(".")[0] === field);
  return found.flatMap(([, texts]) => texts).join(" ") || undefined;
}

export function ScheduleDialog({ project, onClose }: Props) {
  const t = useTranslate();
  const today = useToday();
  const [wish, setWish] = useState<ScheduleInput>({
    count: "",
    percentages: "",
    starts_on: today,
  });
  const making = useMaking(project, onClose);
  const change = (part: Partial<ScheduleInput>) => {
    making.reset();
    setWish((before) => ({ ...before, ...part }));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!making.isPending) making.mutate(wish);
  };
  const ofProject = refusalOf(making.error, "project");
  return (
    <FormModal opened title={t("payments.schedule.title")} onClose={onClose}>
      <form noValidate onSubmit={submit}>
        <Stack gap="md">
          <Text size="sm">{t("payments.schedule.detail")}</Text>
          {ofProject && (
            <Text size="sm" role="alert" c="var(--regie-danger-text)">
              {ofProject}
            </Text>
          )}
          <TextInput
            data-autofocus
            label={t("payments.schedule.count")}
            inputMode="numeric"
            value={wish.count}
            error={refusalOf(making.error, "count")}
            onChange={(event) => change({ count: event.currentTarget.value, percentages: "" })}
          />
          <Percentages
            value={wish.percentages}
            error={refusalOf(making.error, "percentages")}
            onChange={(percentages) => change({ percentages, count: "" })}
          />
          <DateField
            label={t("payments.schedule.starts_on")}
            name={t("payments.schedule.starts_on")}
            description={t("payments.schedule.monthly")}
            value={wish.starts_on}
            error={refusalOf(making.error, "starts_on")}
            onChange={(starts_on) => change({ starts_on })}
          />
          <FormButtons
            label={t("payments.schedule.action")}
            busy={making.isPending}
            onCancel={onClose}
          />
        </Stack>
      </form>
    </FormModal>
  );
}

type PercentagesProps = {
  value: string;
  error: string | undefined;
  onChange: (text: string) => void;
};

/** Says what they come to while they are typed. */
function Percentages({ value, error, onChange }: PercentagesProps) {
  const t = useTranslate();
  const locale = useLocale();
  const read = readPercentages(value);
  const sum = read?.length ? formatPercent(sumOf(read), locale) : null;
  return (
    <TextInput
      label={t("payments.schedule.percentages")}
      description={
        sum ? t("payments.schedule.sum", { sum }) : t("payments.schedule.percentages_help")
      }
      value={value}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
