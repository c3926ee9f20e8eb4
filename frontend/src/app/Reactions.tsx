// Shows the reactions to failed calls: toasts, and the page-expired dialog.
import { lazy, type ReactNode, Suspense, useEffect, useState } from "react";
import { onReaction, type Reaction, type ToastText } from "../api/policy";
import { activeLocale } from "../i18n/locale";
import { translate } from "../i18n/translate";
import { monthOfYear } from "../lib/dates";
import { showToast, useToasts } from "../lib/toasts";
import { PageExpired } from "./PageExpired";

/** Without the server this module may fail to load; the page then stays unchanged. */
const ToastHost = lazy(async (): Promise<{ default: () => ReactNode }> => {
  try {
    return { default: (await import("./ToastHost")).ToastHost };
  } catch {
    return { default: () => null };
  }
});

function toText(text: ToastText): string {
  return "key" in text ? translate(text.key) : text.text;
}

/** Returns what opens a month, or undefined for users who may not. */
export type MonthOpener = (month: string) => (() => void) | undefined;

function showReaction(reaction: Reaction, monthOpener: MonthOpener): void {
  if (reaction.kind === "month_closed") {
    const { month } = reaction.closedMonth;
    const run = monthOpener(month.slice(0, "2026-10".length));
    const summary = translate("common.month_closed.title");
    const label = translate("common.month_closed.open", {
      month: monthOfYear(month, activeLocale()),
    });
    showToast({
      kind: "error",
      summary,
      detail: reaction.detail,
      ...(run ? { action: { label, run } } : {}),
    });
  }
  if (reaction.kind !== "toast") return;
  const [summary, detail] = [toText(reaction.summary), toText(reaction.detail)];
  showToast({ kind: "error", summary, ...(detail ? { detail } : {}) });
}

const reload = () => window.location.reload();
const openNothing: MonthOpener = () => undefined;

type Props = { onReload?: () => void; monthOpener?: MonthOpener };

export function Reactions({ onReload = reload, monthOpener = openNothing }: Props) {
  const [expired, setExpired] = useState(false);
  const hasToasts = useToasts().length > 0;
  useEffect(
    () =>
      onReaction((reaction) => {
        if (reaction.kind === "page_expired") setExpired(true);
        else showReaction(reaction, monthOpener);
      }),
    [monthOpener],
  );
  return (
    <Suspense fallback={null}>
      {hasToasts && <ToastHost />}
      {expired && <PageExpired onReload={onReload} />}
    </Suspense>
  );
}
