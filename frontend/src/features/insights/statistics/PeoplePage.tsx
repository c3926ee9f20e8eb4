// People with their figures of a period: utilization, hours, accounts, sales, goals and recognition.
import type { PersonFigures } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { PEOPLE_PERMISSIONS, usePermissions } from "../../../session/permissions";
import { Forbidden } from "../../../ui/feedback/Forbidden";
import { PageTitle } from "../../../ui/layout/PageTitle";
import { ReadyViews } from "../../../ui/layout/ReadyViews";
import { listFilters } from "../../../ui/links/screenSearch";
import { ResourceTable } from "../../../ui/table/ResourceTable";
import classes from "./People.module.css";
import { PeopleSentence } from "./PeopleSentence";
import { PersonCard } from "./PersonCard";
import { peopleCells } from "./peopleCells";
import { peopleList } from "./peopleList";

/** The columns to hide, as the address names them; the name stays. */
const hideAllBut = (...shown: string[]) =>
  peopleList.columns
    .map(({ id }) => id)
    .filter((id) => id !== "employee" && !shown.includes(id))
    .join();

const VIEWS = [
  { id: "all", search: {} },
  { id: "mine", search: listFilters("/people-figures", { mine: true }) },
  { id: "below_target", search: listFilters("/people-figures", { below_target: true }) },
  {
    id: "missing_time",
    search: {
      ...listFilters("/people-figures", { missing_time: true }),
      sort: "-missing_hours",
      hidden: hideAllBut("utilisation", "hours", "available_hours", "missing_hours"),
    },
  },
] as const;
/** The views that need the hours of people. */
const OF_HOURS: readonly string[] = ["below_target", "missing_time"];

export function PeoplePage() {
  const t = useTranslate();
  const { canAny, can } = usePermissions();
  const title = t("shell.nav.people_figures");
  if (!canAny(PEOPLE_PERMISSIONS)) return <Forbidden page={title} />;
  const views = VIEWS.filter(({ id }) => !OF_HOURS.includes(id) || can("statistics.hours"));
  return (
    <>
      <PageTitle>{title}</PageTitle>
      <div data-in-order>
        <div className={classes.opening}>
          <PeopleSentence />
        </div>
        <ReadyViews
          label={t("people_figures.ready.label")}
          counted={{ list: peopleList }}
          views={views.map((view) => ({ ...view, label: t(`people_figures.ready.${view.id}`) }))}
        />
        <ResourceTable
          list={peopleList}
          cells={peopleCells}
          card={(person: PersonFigures) => <PersonCard person={person} />}
          label={title}
          empty={{
            title: t("people_figures.empty.title"),
            detail: t("people_figures.empty.detail"),
          }}
        />
      </div>
    </>
  );
}
