// One employee, with panels of several features.
import { createFileRoute } from "@tanstack/react-router";
import { ActivityTimeline } from "../../features/administration/activity/ActivityTimeline";
import { GiveRecognition } from "../../features/insights/awards/GiveRecognition";
import { EmployeeFigures, PersonState } from "../../features/insights/statistics/lazyFigures";
import { EmployeeView } from "../../features/people/employees/EmployeeView";
import { employeeQuery } from "../../features/people/employees/employeeRecord";
import { AttachmentsTab } from "../../features/work/attachments/lazyAttachmentsTab";
import { RecordHours } from "../../features/work/timeEntries/lazyRecordHours";
import { validateId } from "../../session/guards";
import { lazyComponent } from "../../ui/lazyComponent";
import { readRawSearch } from "../../ui/table/rawSearch";
import { readTabSearch } from "../../ui/table/tabSearch";
import { useRecordId } from "./-sameScreen";

const EmployeeGoals = lazyComponent(
  async () => (await import("../../features/insights/goals/EmployeeGoals")).EmployeeGoals,
);
const PersonAwards = lazyComponent(
  async () => (await import("../../features/insights/awards/PersonAwards")).PersonAwards,
);

export const Route = createFileRoute("/_default/employees/$id/view")({
  staticData: { messages: ["personal", "terms"] },
  validateSearch: readTabSearch({
    time: readRawSearch,
    figures: readRawSearch,
    goals: readRawSearch,
    awards: readRawSearch,
    files: readRawSearch,
    activity: readRawSearch,
  }),
  beforeLoad: validateId,
  loader: ({ context, params }) => {
    void context.queryClient.prefetchQuery(employeeQuery(params.id));
  },
  component: Screen,
});

function Screen() {
  const id = useRecordId();
  return (
    <EmployeeView
      key={id}
      id={id}
      renderGiveButton={(receiver) => <GiveRecognition receiver={receiver} />}
      state={<PersonState id={id} />}
      time={<RecordHours owner="employee" id={id} />}
      figures={<EmployeeFigures id={id} />}
      renderGoals={(employee, hasLeft) => <EmployeeGoals employee={employee} hasLeft={hasLeft} />}
      renderAwards={(person) => <PersonAwards person={person} />}
      renderFiles={(canAdd) => <AttachmentsTab owner={{ noun: "employees", id }} canAdd={canAdd} />}
      activity={<ActivityTimeline filter={{ subject: id }} />}
    />
  );
}
