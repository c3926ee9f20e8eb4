// What was noted of a goal, the latest day first; what was corrected stays, and says so.
import { Button } from "@mantine/core";
import { useState } from "react";
import type { CheckIn, Goal } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { SmallTable } from "../../../ui/details/SmallTable";
import { Absent } from "../../../ui/display/Absent";
import { DateText } from "../../../ui/display/DateText";
import { lazyComponent } from "../../../ui/lazyComponent";
import classes from "./Goals.module.css";
import { useGoalText } from "./goalText";

const GoalDialogs = lazyComponent(async () => (await import("./GoalDialogs")).GoalDialogs);

export function CheckIns({ goal }: { goal: Goal }) {
  const t = useTranslate();
  const [correcting, setCorrecting] = useState<CheckIn | null>(null);
  const noted = goal.check_ins ?? [];
  if (noted.length === 0) return <p className={classes.line}>{t("goals.never_checked")}</p>;
  const canCorrect = goal.can.includes("check_in");
  const heads = [
    { label: t("goals.field.checked_on") },
    { label: t("goals.field.value"), align: "end" as const },
    { label: t("goals.field.note") },
    { label: t("goals.field.made_by") },
    ...(canCorrect ? [{ label: t("goals.field.correction") }] : []),
  ];
  return (
    <>
      <SmallTable
        label={t("goals.history")}
        heads={heads}
        rows={noted.map((one) => ({
          key: one.api_id,
          cells: [
            <DateText key="day" on={one.checked_on} />,
            <NotedValue key="value" goal={goal} checkIn={one} />,
            one.note || <Absent key="note" />,
            one.made_by.name,
            !one.is_corrected && (
              <Button
                key="correct"
                size="compact-xs"
                variant="subtle"
                onClick={() => setCorrecting(one)}
              >
                {t("goals.do.correct")}
              </Button>
            ),
          ],
        }))}
      />
      {correcting && (
        <GoalDialogs
          goal={goal}
          deed="check_in"
          corrects={correcting}
          onClose={() => setCorrecting(null)}
        />
      )}
    </>
  );
}

function NotedValue({ goal, checkIn }: { goal: Goal; checkIn: CheckIn }) {
  const t = useTranslate();
  const { value } = useGoalText(goal);
  if (!checkIn.is_corrected) return value(checkIn.value);
  return (
    <>
      <del className={classes.corrected}>{value(checkIn.value)}</del> {t("goals.corrected")}
    </>
  );
}
