// The banner while an administrator is signed in as another user: until when, and a stop button.
import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import type { CurrentUser } from "../../api/types";
import { useLocale } from "../../i18n/locale";
import { translate, useTranslate } from "../../i18n/translate";
import { formatTime } from "../../lib/dates";
import { showToast } from "../../lib/toasts";
import { stopImpersonating } from "../../session/impersonation";
import classes from "./ImpersonationBar.module.css";

/** Stopping early prevents errors of requests in progress at the expiry. */
const STOP_EARLY_MS = 5_000;
const HEIGHT_VARIABLE = "--regie-banner";

/** Sticky elements stay below the banner, whose height depends on its text. */
function usePublishedHeight() {
  const bar = useRef<HTMLElement>(null);
  useEffect(() => {
    const root = document.documentElement.style;
    const publish = () => root.setProperty(HEIGHT_VARIABLE, `${bar.current?.offsetHeight ?? 0}px`);
    const observer = new ResizeObserver(publish);
    if (bar.current) observer.observe(bar.current);
    publish();
    return () => {
      observer.disconnect();
      root.removeProperty(HEIGHT_VARIABLE);
    };
  }, []);
  return bar;
}

/** Timers pause while the computer sleeps, so the page also checks the time when it becomes visible. */
function useExpiry(until: string, onExpired: () => void) {
  const latest = useRef(onExpired);
  useEffect(() => {
    latest.current = onExpired;
  });
  useEffect(() => {
    const remaining = () => Date.parse(until) - STOP_EARLY_MS - Date.now();
    const checkExpiry = () => remaining() <= 0 && latest.current();
    const timer = window.setTimeout(() => latest.current(), Math.max(0, remaining()));
    document.addEventListener("visibilitychange", checkExpiry);
    return () => {
      window.clearTimeout(timer);
      document.removeEventListener("visibilitychange", checkExpiry);
    };
  }, [until]);
}

function useStopImpersonating(userId: string) {
  const router = useRouter();
  const queryClient = useQueryClient();
  const isStopping = useRef(false);
  const [busy, setBusy] = useState(false);
  const navigate = (href: string) => router.navigate({ href, ignoreBlocker: true });
  const stop = async (): Promise<boolean> => {
    if (isStopping.current) return false;
    isStopping.current = true;
    setBusy(true);
    try {
      await stopImpersonating({ queryClient, navigate }, `/admin/users/${userId}/view`);
      return true;
    } finally {
      isStopping.current = false;
      setBusy(false);
    }
  };
  return { busy, stop };
}

type Props = { user: CurrentUser; until: string };

export function ImpersonationBar({ user, until }: Props) {
  const t = useTranslate();
  const locale = useLocale();
  const { name } = user;
  const bar = usePublishedHeight();
  const { busy, stop } = useStopImpersonating(user.api_id);
  useExpiry(until, () => {
    void stop().then((stopped) => {
      if (!stopped) return;
      const summary = translate("shell.impersonation.ended");
      const detail = translate("shell.impersonation.ended_detail", { name });
      showToast({ kind: "info", summary, detail, seconds: 12 });
    });
  });
  return (
    <section ref={bar} className={classes.bar} aria-label={t("shell.impersonation.label")}>
      <span>
        <strong>{t("shell.impersonation.acting", { name })}</strong>
        {" — "}
        {t("shell.impersonation.until", { time: formatTime(until, locale) })}
      </span>
      <button
        type="button"
        className={classes.stop}
        aria-disabled={busy}
        onClick={() => void stop()}
      >
        {t("shell.impersonation.stop")}
      </button>
    </section>
  );
}
