// Stands between unsaved input and every way out of it: a link, Back, a closed dialogue, signing out.
import { useBlocker } from "@tanstack/react-router";
import { useCallback, useState } from "react";
import { useTranslate } from "../../i18n/translate";
import { useDirtyForm } from "../../lib/dirtyForms";
import { ConfirmDialog } from "../dialogs/ConfirmDialog";

type Place = { pathname: string; search: unknown };

function dialogueOf(place: Place): unknown {
  return (place.search as Record<string, unknown>).edit;
}

/** A change of language or of a list's layout leaves the form where it is. */
function isSamePlace(from: Place, to: Place): boolean {
  return from.pathname === to.pathname && dialogueOf(from) === dialogueOf(to);
}

export function LeaveGuard({ isDirty }: { isDirty: () => boolean }) {
  const t = useTranslate();
  const [answer, setAnswer] = useState<((leave: boolean) => void) | null>(null);
  const ask = useCallback(() => new Promise<boolean>((resolve) => setAnswer(() => resolve)), []);
  useDirtyForm(isDirty(), ask);
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => isDirty() && !isSamePlace(current, next),
    enableBeforeUnload: false,
    withResolver: true,
  });
  const decide = (leave: boolean) => {
    answer?.(leave);
    setAnswer(null);
    if (leave) blocker.proceed?.();
    else blocker.reset?.();
  };
  return (
    <ConfirmDialog
      overForm
      opened={blocker.status === "blocked" || answer !== null}
      title={t("form.leave.title")}
      detail={t("form.leave.detail")}
      cancelLabel={t("form.leave.stay")}
      confirmLabel={t("form.leave.go")}
      onCancel={() => decide(false)}
      onConfirm={() => decide(true)}
    />
  );
}
