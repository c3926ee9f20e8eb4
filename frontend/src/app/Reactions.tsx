// Draws what the error catalogue decides: toasts, and once only the page-expired modal.
import { lazy, type ReactNode, Suspense, useEffect, useState } from "react";
import { onReaction, type Reaction, type ToastText } from "../api/policy";
import { translate } from "../i18n/translate";
import { showToast, useToasts } from "../lib/toasts";
import { PageExpired } from "./PageExpired";

/** What tells that the server does not answer may itself be out of reach: then the page is left as it is. */
const ToastHost = lazy(async (): Promise<{ default: () => ReactNode }> => {
  try {
    return { default: (await import("./ToastHost")).ToastHost };
  } catch {
    return { default: () => null };
  }
});

function words(text: ToastText): string {
  return "key" in text ? translate(text.key) : text.text;
}

function showReaction(reaction: Reaction): void {
  if (reaction.kind !== "toast") return;
  const [summary, detail] = [words(reaction.summary), words(reaction.detail)];
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
