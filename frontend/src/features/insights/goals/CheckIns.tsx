// The check-ins of a goal, newest first; corrected ones remain, marked as such.
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
  const checkIns = goal.check_ins ?? [];
  if (checkIns.length === 0) return <p className={classes.line}>{t("goals.never_checked")}</p>;
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
        rows={checkIns.map((checkIn) => ({
          key: checkIn.api_id,
          cells: [
            <DateText key="day" on={checkIn.checked_on} />,
            <CheckInValue key="value" goal={goal} checkIn={checkIn} />,
            checkIn.note || <Absent key="note" />,
            checkIn.made_by.name,
            !checkIn.is_corrected && (
              <Button
                key="correct"
                size="compact-xs"
                variant="subtle"
                onClick={() => setCorrecting(checkIn)}
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
          change="check_in"
          corrects={correcting}
          onClose={() => setCorrecting(null)}
        />
      )}
    </>
  );
}

function CheckInValue({ goal, checkIn }: { goal: Goal; checkIn: CheckIn }) {
  const t = useTranslate();
  const { value } = useGoalText(goal);
  if (!checkIn.is_corrected) return value(checkIn.value);
  return (
    <>
      <del className={classes.corrected}>{value(checkIn.value)}</del> {t("goals.corrected")}
    </>
  );
}
