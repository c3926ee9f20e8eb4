// The dialogs of the home page; the URL says which one and for which record.
import { useNavigate, useSearch } from "@tanstack/react-router";
import type { FunctionComponent } from "react";
import { type HomeAction, parseHomeSearch } from "../../features/insights/home/homeSearch";
import { loadMessages } from "../../i18n/translate";
import { lazyComponent } from "../../ui/lazyComponent";

type Props = { id: string; onClose: () => void };

const DIALOG_COMPONENTS: Record<HomeAction, FunctionComponent<Props>> = {
  schedule: lazyComponent(
    async () =>
      (await import("../../features/money/payments/ProjectScheduleDialog")).ProjectScheduleDialog,
  ),
  decide: lazyComponent(
    async () => (await import("../../features/work/oosSales/DecisionForm")).DecisionForm,
  ),
  check_in: lazyComponent(async () => {
    const [dialog] = await Promise.all([
      import("../../features/insights/goals/CheckInDialog"),
      loadMessages("personal"),
    ]);
    return dialog.CheckInDialog;
  }),
};

export function HomeDialogs() {
  const { do: action, of } = parseHomeSearch(useSearch({ strict: false }));
  const navigate = useNavigate();
  if (action === undefined || of === undefined) return null;
  const Dialog = DIALOG_COMPONENTS[action];
  const close = () =>
    void navigate({
      to: "/",
      search: (before) => ({ ...before, do: undefined, of: undefined }),
      resetScroll: false,
    });
  return <Dialog key={of} id={of} onClose={close} />;
}
