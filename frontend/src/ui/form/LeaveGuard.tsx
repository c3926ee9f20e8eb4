// Asks before unsaved input is lost: by a link, Back, a closed dialog or a sign-out.
import { useBlocker } from "@tanstack/react-router";
import { useCallback, useState } from "react";
import { useTranslate } from "../../i18n/translate";
import { useDirtyForm } from "../../lib/dirtyForms";
import { ConfirmDialog } from "../dialogs/ConfirmDialog";

type FormLocation = { pathname: string; search: unknown };

type Props = {
  isDirty: () => boolean;
  /** The search parameters whose change leaves the form; by default the one that names a dialog. */
  place?: readonly string[];
};
const DIALOG = ["edit"] as const;

/** A change of language or of a list's layout does not leave the form. */
function isSameForm(from: FormLocation, to: FormLocation, place: readonly string[]): boolean {
  const [before, after] = [from.search, to.search] as Record<string, unknown>[];
  return from.pathname === to.pathname && place.every((name) => before?.[name] === after?.[name]);
}

export function LeaveGuard({ isDirty, place = DIALOG }: Props) {
  const t = useTranslate();
  const [answer, setAnswer] = useState<((leave: boolean) => void) | null>(null);
  const ask = useCallback(() => new Promise<boolean>((resolve) => setAnswer(() => resolve)), []);
  useDirtyForm(isDirty(), ask);
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => isDirty() && !isSameForm(current, next, place),
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
