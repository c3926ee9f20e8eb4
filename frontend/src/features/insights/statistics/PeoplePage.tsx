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

const VIEWS = [
  { id: "all", search: {} },
  { id: "mine", search: listFilters("/people-figures", { mine: true }) },
  { id: "below_target", search: listFilters("/people-figures", { below_target: true }) },
] as const;

export function PeoplePage() {
  const t = useTranslate();
  const { canAny, can } = usePermissions();
  const title = t("shell.nav.people_figures");
  if (!canAny(PEOPLE_PERMISSIONS)) return <Forbidden page={title} />;
  const views = VIEWS.filter(({ id }) => id !== "below_target" || can("statistics.hours"));
  return (
    <>
      <PageTitle>{title}</PageTitle>
      <div className={classes.opening}>
        <PeopleSentence />
      </div>
      <ReadyViews
        label={t("people_figures.ready.label")}
        views={views.map((view) => ({ ...view, label: t(`people_figures.ready.${view.id}`) }))}
      />
      <ResourceTable
        list={peopleList}
        cells={peopleCells}
        card={(person: PersonFigures) => <PersonCard person={person} />}
        label={title}
        empty={{ title: t("people_figures.empty.title"), detail: t("people_figures.empty.detail") }}
      />
    </>
  );
}
