// In whose place one acts, until when, and the way back; it cannot be closed, only stopped.
import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import type { CurrentUser } from "../../api/types";
import { useLocale } from "../../i18n/locale";
import { translate, useTranslate } from "../../i18n/translate";
import { formatTime } from "../../lib/dates";
import { showToast } from "../../lib/toasts";
import { stopImpersonating } from "../../session/impersonation";
import classes from "./ActingBar.module.css";

/** Stopped by oneself a little early, nothing that is being done is cut off as expired. */
const EARLY_MS = 5_000;
const HEIGHT = "--regie-banner";

/** What sticks to the window's top sticks below the banner, whatever its height with these words. */
function useHeightForOthers() {
  const bar = useRef<HTMLElement>(null);
  useEffect(() => {
    const root = document.documentElement.style;
    const tell = () => root.setProperty(HEIGHT, `${bar.current?.offsetHeight ?? 0}px`);
    const observer = new ResizeObserver(tell);
    if (bar.current) observer.observe(bar.current);
    tell();
    return () => {
      observer.disconnect();
      root.removeProperty(HEIGHT);
    };
  }, []);
  return bar;
}

/** A timer sleeps with the computer; on waking the page looks at the clock itself. */
function useWhenOver(until: string, end: () => void) {
  const latest = useRef(end);
  useEffect(() => {
    latest.current = end;
  });
  useEffect(() => {
    const left = () => Date.parse(until) - EARLY_MS - Date.now();
    const look = () => left() <= 0 && latest.current();
    const timer = window.setTimeout(() => latest.current(), Math.max(0, left()));
    document.addEventListener("visibilitychange", look);
    return () => {
      window.clearTimeout(timer);
      document.removeEventListener("visibilitychange", look);
    };
  }, [until]);
}

function useStopping(userId: string) {
  const router = useRouter();
  const queryClient = useQueryClient();
  const stopping = useRef(false);
  const [busy, setBusy] = useState(false);
  const go = (href: string) => router.navigate({ href, ignoreBlocker: true });
  const stop = async (): Promise<boolean> => {
    if (stopping.current) return false;
    stopping.current = true;
    setBusy(true);
    try {
      await stopImpersonating({ queryClient, go }, `/admin/users/${userId}/view`);
      return true;
    } finally {
      stopping.current = false;
      setBusy(false);
    }
  };
  return { busy, stop };
}

type Props = { user: CurrentUser; until: string };

export function ActingBar({ user, until }: Props) {
  const t = useTranslate();
  const locale = useLocale();
  const { name } = user;
  const bar = useHeightForOthers();
  const { busy, stop } = useStopping(user.api_id);
  useWhenOver(until, () => {
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
