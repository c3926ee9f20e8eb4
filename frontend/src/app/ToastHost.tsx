// Shows the toasts. A toast stays while the pointer or the focus is on it, and never takes the focus.
import { Button, CloseButton, Text } from "@mantine/core";
import { IconAlertTriangle, IconCircleCheck, IconInfoCircle } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { useTranslate } from "../i18n/translate";
import { dismissToast, type Toast, useToasts } from "../lib/toasts";
import classes from "./ToastHost.module.css";

const ICONS = { success: IconCircleCheck, error: IconAlertTriangle, info: IconInfoCircle };

function ToastCard({ toast }: { toast: Toast }) {
  const t = useTranslate();
  const [isPaused, setIsPaused] = useState(false);
  useEffect(() => {
    if (isPaused) return;
    const timer = window.setTimeout(() => dismissToast(toast.id), toast.seconds * 1000);
    return () => window.clearTimeout(timer);
  }, [isPaused, toast]);
  const runAction = () => {
    toast.action?.run();
    dismissToast(toast.id);
  };
  const Icon = ICONS[toast.kind];
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: reading it, by pointer or focus, only stops the clock.
    <div
      className={classes.toast}
      data-kind={toast.kind}
      onMouseEnter={() => setIsPaused(true)}
      onMouseLeave={() => setIsPaused(false)}
      onFocus={() => setIsPaused(true)}
      onBlur={() => setIsPaused(false)}
    >
      <Icon size={20} aria-hidden className={classes.icon} />
      <div className={classes.words} role={toast.kind === "error" ? "alert" : "status"}>
        <Text fw={600}>{toast.summary}</Text>
        {toast.detail && <Text>{toast.detail}</Text>}
      </div>
      {toast.action && (
        <Button size="compact-sm" variant="default" onClick={runAction}>
          {toast.action.label}
        </Button>
      )}
      <CloseButton aria-label={t("common.toast.dismiss")} onClick={() => dismissToast(toast.id)} />
    </div>
  );
}

export function ToastHost() {
  const t = useTranslate();
  const toasts = useToasts();
  return (
    <section aria-label={t("common.toast.region")} className={classes.host}>
      {toasts.map((toast) => (
        <ToastCard key={toast.id} toast={toast} />
      ))}
    </section>
  );
}
