// The payments of a project: totals, progress and schedule.
import { api } from "../../../api/client";
import { pageQuery } from "../../../api/queries";
import "@mantine/core/styles/Skeleton.css";
import { Button, Group, Skeleton, Stack } from "@mantine/core";
import { IconCalendarPlus, IconPlus } from "@tabler/icons-react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { lazy, type ReactNode, Suspense, useState } from "react";
import type { PaymentTotals, Project } from "../../../api/types";
import { loadMessages, useTranslate } from "../../../i18n/translate";
import { usePermissions } from "../../../session/permissions";
import { lazyComponent } from "../../../ui/lazyComponent";
import { ResourceTable } from "../../../ui/table/ResourceTable";
import { useListState } from "../../../ui/table/useListState";
import { PaymentActions } from "./PaymentActions";
import { paymentCells } from "./paymentCells";
import { paymentsBulk } from "./paymentsBulk";
import { PAYMENTS_PATH, projectPaymentsList } from "./paymentsList";
import { Totals } from "./Totals";

const PaymentDialog = lazy(async () => ({
  default: (await import("./PaymentDialog")).PaymentDialog,
}));
const LinkDialog = lazy(async () => ({ default: (await import("./LinkDialog")).LinkDialog }));
const ScheduleDialog = lazy(async () => ({
  default: (await import("./ScheduleDialog")).ScheduleDialog,
}));

const UnreconciledInvoices = lazyComponent(async () => {
  const [module] = await Promise.all([
    import("../../../ui/money/UnreconciledInvoices"),
    loadMessages("receivables"),
  ]);
  return module.UnreconciledInvoices;
});

const FIGURES_HEIGHT = 96;

type Props = { project: Project };

/** The totals of the list; a project has one currency. */
function useTotals(project: Project): PaymentTotals | null | undefined {
  const { data } = useQuery(
    pageQuery(PAYMENTS_PATH, { query: { project: project.api_id, per_page: 1 } }),
  );
  return data && (data.meta.totals[0] ?? null);
}

export function PaymentsPanel({ project }: Props) {
  const t = useTranslate();
  const totals = useTotals(project);
  const canEdit = usePermissions().can("payments.edit");
  const [isScheduling, setScheduling] = useState(false);
  const canSchedule = canEdit && project.kind !== "retainer";
  return (
    <Stack gap="md" data-in-order>
      {totals === undefined && <Skeleton height={FIGURES_HEIGHT} />}
      {totals && <Totals project={project} totals={totals} />}
      {totals && (
        <UnreconciledInvoices client={project.client.api_id} currency={project.currency} />
      )}
      {canSchedule && totals && <ScheduleButtons onSchedule={() => setScheduling(true)} />}
      <ResourceTable
        bulk={paymentsBulk}
        list={projectPaymentsList}
        cells={paymentCells}
        label={t("payments.title")}
        fixed={{ project: project.api_id }}
        empty={{
          title: t("payments.none.title"),
          detail: t(project.kind === "retainer" ? "payments.none.retainer" : "payments.none.fixed"),
          action: canEdit && (
            <CreateScheduleButton project={project} onSchedule={() => setScheduling(true)} />
          ),
        }}
        actions={(payment) => payment.can.length > 0 && <PaymentActions payment={payment} />}
      />
      <Dialogs
        project={project}
        schedule={
          isScheduling && <ScheduleDialog project={project} onClose={() => setScheduling(false)} />
        }
      />
    </Stack>
  );
}

function ScheduleButtons({ onSchedule }: { onSchedule: () => void }) {
  const t = useTranslate();
  const list = useListState(projectPaymentsList);
  return (
    <Group gap="xs" justify="flex-end">
      <Button
        variant="default"
        leftSection={<IconCalendarPlus size={16} aria-hidden />}
        onClick={onSchedule}
      >
        {t("payments.schedule.action")}
      </Button>
      <Button
        aria-keyshortcuts="c"
        leftSection={<IconPlus size={16} aria-hidden />}
        onClick={() => list.filterBy({ edit: "new" })}
      >
        {t("payments.add")}
      </Button>
    </Group>
  );
}

/** A retainer's schedule follows from its terms and needs no dialog. */
function CreateScheduleButton({ project, onSchedule }: Props & { onSchedule: () => void }) {
  const t = useTranslate();
  const queryClient = useQueryClient();
  const mutation = useMutation({
    mutationFn: () => api.post(`${PAYMENTS_PATH}/schedules`, { project: project.api_id }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ["api"] }),
  });
  const createSchedule = project.kind === "retainer" ? () => mutation.mutate() : onSchedule;
  return (
    <Button loading={mutation.isPending} onClick={createSchedule}>
      {t("payments.schedule.action")}
    </Button>
  );
}

function Dialogs({ project, schedule }: Props & { schedule: ReactNode }) {
  const { search, close } = useListState(projectPaymentsList);
  return (
    <Suspense fallback={null}>
      {search.edit && <PaymentDialog edit={search.edit} project={project} onClose={close} />}
      {search.open && <LinkDialog id={search.open} onClose={close} />}
      {schedule}
    </Suspense>
  );
}
