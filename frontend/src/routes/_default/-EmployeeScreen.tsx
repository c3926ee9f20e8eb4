// One person of the agency, brought together from the rooms that know about them: the same in both areas.
import { ActivityTimeline } from "../../features/administration/activity/ActivityTimeline";
import { EmployeeView } from "../../features/people/employees/EmployeeView";
import { AttachmentsTab } from "../../features/work/attachments/AttachmentsTab";
import { onDemand } from "../../ui/onDemand";

const EmployeeFigures = onDemand(
  async () => (await import("../../features/insights/statistics/EmployeeFigures")).EmployeeFigures,
);
const EmployeeGoals = onDemand(
  async () => (await import("../../features/insights/goals/EmployeeGoals")).EmployeeGoals,
);
const GiveValue = onDemand(
  async () => (await import("../../features/insights/awards/GiveValue")).GiveValue,
);
const PersonAwards = onDemand(
  async () => (await import("../../features/insights/awards/PersonAwards")).PersonAwards,
);

export function EmployeeScreen({ id }: { id: string }) {
  return (
    <EmployeeView
      key={id}
      id={id}
      give={(receiver) => <GiveValue receiver={receiver} />}
      figures={<EmployeeFigures id={id} />}
      goals={(employee, hasLeft) => <EmployeeGoals employee={employee} hasLeft={hasLeft} />}
      awards={(person) => <PersonAwards person={person} />}
      files={(mayAdd) => <AttachmentsTab owner={{ noun: "employees", id }} mayAdd={mayAdd} />}
      activity={<ActivityTimeline about={{ subject: id }} />}
    />
  );
}
