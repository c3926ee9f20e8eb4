// A person on a phone, in three lines at most: who, how busy, and what else there is to see.
import type { PersonFigures } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import classes from "./People.module.css";
import { hasRows, LinkedFigure, Person, Utilisation } from "./PersonFigure";

const OTHERS = ["hours", "retained_mrr", "net_retention", "oos_sold", "goal_attainment"] as const;

export function PersonCard({ person }: { person: PersonFigures }) {
  const t = useTranslate();
  const shown = OTHERS.filter((name) => {
    const figure = person.figures[name];
    return figure !== undefined && hasRows(figure);
  });
  return (
    <div className={classes.card}>
      <div className={classes.cardHead}>
        <Person person={person} />
        <Utilisation person={person} />
      </div>
      <div className={classes.cardFigures}>
        {shown.map((name) => (
          <span key={name}>
            <span className={classes.nothing}>{t(`people_figures.field.${name}`)}</span>{" "}
            <LinkedFigure person={person} name={name} />
          </span>
        ))}
      </div>
    </div>
  );
}
