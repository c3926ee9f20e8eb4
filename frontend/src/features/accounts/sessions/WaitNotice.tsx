// "Too many attempts": a visible countdown, announced once to screen readers.
import { useState } from "react";
import { useTranslate } from "../../../i18n/translate";
import { Notice } from "./Notice";
import { useCountdown } from "./useCountdown";
import { waitTime } from "./waitTime";

function Countdown({ until }: { until: number }) {
  const t = useTranslate();
  const secondsLeft = useCountdown(until);
  const [initialSeconds] = useState(secondsLeft);
  if (secondsLeft === 0) return null;
  return (
    <Notice kind="warning">
      <span role="alert" className="regie-visually-hidden">
        {t("login.wait.text", { time: waitTime(t, initialSeconds) })}
      </span>
      <span aria-hidden>{t("login.wait.text", { time: waitTime(t, secondsLeft) })}</span>
    </Notice>
  );
}

export function WaitNotice({ until }: { until: number }) {
  return <Countdown key={until} until={until} />;
}
