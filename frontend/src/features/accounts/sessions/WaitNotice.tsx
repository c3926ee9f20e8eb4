// "Too many tries": counts down for the eye, and is read aloud once.
import { useState } from "react";
import { useTranslate } from "../../../i18n/translate";
import { Notice } from "./Notice";
import { useCountdown } from "./useCountdown";
import { waitTime } from "./waitTime";

function Waiting({ until }: { until: number }) {
  const t = useTranslate();
  const left = useCountdown(until);
  const [atFirst] = useState(left);
  if (left === 0) return null;
  return (
    <Notice kind="warning">
      <span role="alert" className="regie-visually-hidden">
        {t("login.wait.text", { time: waitTime(t, atFirst) })}
      </span>
      <span aria-hidden>{t("login.wait.text", { time: waitTime(t, left) })}</span>
    </Notice>
  );
}

export function WaitNotice({ until }: { until: number }) {
  return <Waiting key={until} until={until} />;
}
