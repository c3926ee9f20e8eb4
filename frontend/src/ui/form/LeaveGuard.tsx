// Asks before unsaved input is lost: by a link, Back, a closed dialog or a sign-out.
import { useBlocker } from "@tanstack/react-router";
import { useCallback, useState } from "react";
import { useTranslate } from "../../i18n/translate";
import { useDirtyForm } from "../../lib/dirtyForms";
import { ConfirmDialog } from "../dialogs/ConfirmDialog";

type FormLocation = { pathname: string; search: unknown };

function openDialog(location: FormLocation): unknown {
  return (location.search as Record<string, unknown>).edit;
}

/** A change of language or of a list's layout does not leave the form. */
function isSameForm(from: FormLocation, to: FormLocation): boolean {
  return from.pathname === to.pathname && openDialog(from) === openDialog(to);
}

export function LeaveGuard({ isDirty }: { isDirty: () => boolean }) {
  const t = useTranslate();
  const [answer, setAnswer] = useState<((leave: boolean) => void) | null>(null);
  const ask = useCallback(() => new Promise<boolean>((resolve) => setAnswer(() => resolve)), []);
  useDirtyForm(isDirty(), ask);
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => isDirty() && !isSameForm(current, next),
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
      isOverForm
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
