// A piece of extra work on a shared report; what awaits approval is approved or declined in a dialog.
import { Button, Group } from "@mantine/core";
import { useState } from "react";
import { useTranslate } from "../../../i18n/translate";
import { lazyComponent } from "../../../ui/lazyComponent";
import classes from "./ClientReports.module.css";
import type { Work } from "./sharedReport";

const WorkDecision = lazyComponent(async () => (await import("./WorkDecision")).WorkDecision, null);

type Decision = "approved" | "declined";

type Props = {
  token: string;
  work: Work;
  name: string;
  onDecided: (name: string) => void;
  onChanged: () => void;
};

export function ExtraWork({ token, work, name, onDecided, onChanged }: Props) {
  const t = useTranslate();
  const [decision, setDecision] = useState<Decision | null>(null);
  return (
    <li className={classes.item}>
      <div className={classes.itemHead}>
        <strong>{work.name}</strong>
        <span className={classes.amount}>{work.amount}</span>
      </div>
      {work.description && <p className={classes.description}>{work.description}</p>}
      <p className={classes.state} data-state={work.state}>
        <StateMark state={work.state} />
        {work.state_text}
      </p>
      {work.state === "waiting" && (
        <Group gap="xs" className={classes.controls}>
          <Button
            onClick={() => setDecision("approved")}
            aria-label={t("client_reports.page.approve_title", { name: work.name })}
          >
            {t("client_reports.page.approve")}
          </Button>
          <Button
            variant="default"
            onClick={() => setDecision("declined")}
            aria-label={t("client_reports.page.decline_title", { name: work.name })}
          >
            {t("client_reports.page.decline")}
          </Button>
        </Group>
      )}
      {decision && (
        <WorkDecision
          token={token}
          work={work}
          decision={decision}
          name={name}
          onDecided={(by) => {
            onDecided(by);
            setDecision(null);
          }}
          onClose={() => setDecision(null)}
          onChanged={onChanged}
        />
      )}
    </li>
  );
}

const MARKS: Record<Work["state"], string> = {
  waiting: "M12 7v5l3 2",
  approved: "M8 12.5l2.7 2.7L16 9.5",
  declined: "M9 9l6 6M15 9l-6 6",
};

/** Drawn here: the page should not load the icon set. */
function StateMark({ state }: { state: Work["state"] }) {
  return (
    <svg width="16" height="16" viewBox="0 0 24 24" aria-hidden className={classes.mark}>
      <circle cx="12" cy="12" r="9" />
      <path d={MARKS[state]} />
    </svg>
  );
}
