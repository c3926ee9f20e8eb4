// Creates the schedule of a project: monthly, in equal parts or by percentages.
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
import { parsePercentages, sumOf } from "./schedule";

type Props = { project: Pick<Project, "api_id" | "name">; onClose: () => void };

type ScheduleInput = { count: string; percentages: string; starts_on: string };

/** Returns 0 for invalid input: the server refuses it with a message. */
function parseCount(text: string): number {
  return /^\d+$/.test(text.trim()) ? Number(text) : 0;
}

function useCreateSchedule(project: Props["project"], onClose: () => void) {
  const t = useTranslate();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (input: ScheduleInput) =>
      api.post(
        `${PAYMENTS_PATH}/schedules`,
        {
          project: project.api_id,
          starts_on: input.starts_on || null,
          ...(input.count.trim() ? { count: parseCount(input.count) } : {}),
          ...(input.percentages.trim()
            ? { percentages: parsePercentages(input.percentages) ?? [input.percentages] }
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

/** The server's messages about a field, including its items. */
function fieldError(error: Error | null, field: string): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  const found = Object.entries(error.errors).filter(([path]) => path.split(".")[0] === field);
  return found.flatMap(([, texts]) => texts).join(" ") || undefined;
}

export function ScheduleDialog({ project, onClose }: Props) {
  const t = useTranslate();
  const today = useToday();
  const [input, setInput] = useState<ScheduleInput>({
    count: "",
    percentages: "",
    starts_on: today,
  });
  const mutation = useCreateSchedule(project, onClose);
  const change = (changes: Partial<ScheduleInput>) => {
    mutation.reset();
    setInput((previous) => ({ ...previous, ...changes }));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!mutation.isPending) mutation.mutate(input);
  };
  const projectError = fieldError(mutation.error, "project");
  return (
    <FormModal opened title={t("payments.schedule.title")} onClose={onClose}>
      <form noValidate onSubmit={submit}>
        <Stack gap="md">
          <Text size="sm">{t("payments.schedule.detail")}</Text>
          {projectError && (
            <Text size="sm" role="alert" c="var(--regie-danger-text)">
              {projectError}
            </Text>
          )}
          <TextInput
            data-autofocus
            label={t("payments.schedule.count")}
            inputMode="numeric"
            value={input.count}
            error={fieldError(mutation.error, "count")}
            onChange={(event) => change({ count: event.currentTarget.value, percentages: "" })}
          />
          <PercentagesField
            value={input.percentages}
            error={fieldError(mutation.error, "percentages")}
            onChange={(percentages) => change({ percentages, count: "" })}
          />
          <DateField
            label={t("payments.schedule.starts_on")}
            name={t("payments.schedule.starts_on")}
            description={t("payments.schedule.monthly")}
            value={input.starts_on}
            error={fieldError(mutation.error, "starts_on")}
            onChange={(starts_on) => change({ starts_on })}
          />
          <FormButtons
            label={t("payments.schedule.action")}
            busy={mutation.isPending}
            onCancel={onClose}
          />
        </Stack>
      </form>
    </FormModal>
  );
}

type PercentagesFieldProps = {
  value: string;
  error: string | undefined;
  onChange: (text: string) => void;
};

/** Shows the sum while typing. */
function PercentagesField({ value, error, onChange }: PercentagesFieldProps) {
  const t = useTranslate();
  const locale = useLocale();
  const parsed = parsePercentages(value);
  const sum = parsed?.length ? formatPercent(sumOf(parsed), locale) : null;
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
