// How the goals of people stand, in one sentence whose numbers open the list of these goals.
import { Link } from "@tanstack/react-router";
import type { GoalRow } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { StateSentence } from "../../../ui/layout/StateSentence";
import { LinkedText } from "../../../ui/links/LinkedText";
import { listFilters } from "../../../ui/links/screenSearch";
import uiClasses from "../../../ui/ui.module.css";

type Pace = NonNullable<GoalRow["pace_status"]>;
type Props = { goals: readonly GoalRow[]; team: string | undefined };

export function TeamState({ goals, team }: Props) {
  const t = useTranslate();
  const countOf = (pace: Pace) => goals.filter(({ pace_status }) => pace_status === pace).length;
  const [risky, behind] = [countOf("at_risk"), countOf("behind")];
  const linkTo = (pace: Pace) => (text: string) => (
    <Link
      to="/goals"
      search={{
        tab: "all",
        ...listFilters("/employee-goals", { pace: [pace], status: ["active"], team }),
      }}
      className={uiClasses.link}
    >
      {text}
    </Link>
  );
  return (
    <StateSentence>
      <strong>
        {risky === 0 ? (
          t("goals.state.none_at_risk", { total: goals.length })
        ) : (
          <LinkedText
            text={t("goals.state.at_risk", { count: risky, total: goals.length })}
            parts={{ a: linkTo("at_risk") }}
          />
        )}
      </strong>{" "}
      {behind > 0 && (
        <LinkedText
          text={t("goals.state.behind", { count: behind })}
          parts={{ a: linkTo("behind") }}
        />
      )}
    </StateSentence>
  );
}
