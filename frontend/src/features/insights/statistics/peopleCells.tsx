// The cells of the list of people.
import type { PersonFigures } from "../../../api/types";
import { Absent } from "../../../ui/display/Absent";
import { HoursText } from "../../../ui/display/HoursText";
import type { CellsOf } from "../../../ui/table/tableModel";
import { type FigureName, LinkedFigure, Person, Utilisation } from "./PersonFigure";
import type { peopleList } from "./peopleList";

const figureCell = (name: FigureName) => (person: PersonFigures) => (
  <LinkedFigure person={person} name={name} />
);

export const peopleCells: CellsOf<typeof peopleList> = {
  employee: (person) => <Person person={person} />,
  utilisation: (person) => <Utilisation person={person} />,
  hours: figureCell("hours"),
  billable_hours: figureCell("billable_hours"),
  available_hours: figureCell("available_hours"),
  missing_hours: ({ missing_hours: hours }) =>
    hours === null ? <Absent /> : <HoursText hours={hours} />,
  retained_mrr: figureCell("retained_mrr"),
  net_retention: figureCell("net_retention"),
  oos_sold: figureCell("oos_sold"),
  churned_mrr: figureCell("churned_mrr"),
  retainer_revenue: figureCell("retainer_revenue"),
  invoiced: figureCell("invoiced"),
  goal_attainment: figureCell("goal_attainment"),
  values_received: figureCell("values_received"),
};
