// What can be done on home without leaving it; the address says what, and to which record.
import { useNavigate, useSearch } from "@tanstack/react-router";
import type { FunctionComponent } from "react";
import { type HomeDeed, readHomeSearch } from "../../features/insights/home/homeSearch";
import { onDemand } from "../../ui/onDemand";

type Props = { id: string; onClose: () => void };

const DIALOGS: Record<HomeDeed, FunctionComponent<Props>> = {
  follow_up: onDemand(
    async () => (await import("../../features/money/invoices/FollowUpDialog")).FollowUpDialog,
  ),
  schedule: onDemand(
    async () => (await import("../../features/money/payments/ScheduleOf")).ScheduleOf,
  ),
  decide: onDemand(
    async () => (await import("../../features/work/oosSales/DecisionForm")).DecisionForm,
  ),
  check_in: onDemand(
    async () => (await import("../../features/insights/goals/CheckInOf")).CheckInOf,
  ),
};

export function HomeDialogs() {
  const { do: deed, of } = readHomeSearch(useSearch({ strict: false }));
  const navigate = useNavigate();
  if (deed === undefined || of === undefined) return null;
  const Dialog = DIALOGS[deed];
  return <Dialog key={of} id={of} onClose={() => void navigate({ to: "/", resetScroll: false })} />;
}
