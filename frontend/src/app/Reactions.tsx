// Shows the reactions to failed calls: toasts, and the page-expired dialog.
import { lazy, type ReactNode, Suspense, useEffect, useState } from "react";
import { onReaction, type Reaction, type ToastText } from "../api/policy";
import { translate } from "../i18n/translate";
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

function showReaction(reaction: Reaction): void {
  if (reaction.kind !== "toast") return;
  const [summary, detail] = [toText(reaction.summary), toText(reaction.detail)];
  showToast({ kind: "error", summary, ...(detail ? { detail } : {}) });
}

const reload = () => window.location.reload();

export function Reactions({ onReload = reload }: { onReload?: () => void }) {
  const [expired, setExpired] = useState(false);
  const hasToasts = useToasts().length > 0;
  useEffect(
    () =>
      onReaction((reaction) => {
        if (reaction.kind === "page_expired") setExpired(true);
        else showReaction(reaction);
      }),
    [],
  );
  return (
    <Suspense fallback={null}>
      {hasToasts && <ToastHost />}
      {expired && <PageExpired onReload={onReload} />}
    </Suspense>
  );
}
