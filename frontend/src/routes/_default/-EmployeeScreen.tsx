// One person of the agency, brought together from the rooms that know about them: the same in both areas.
import { ActivityTimeline } from "../../features/activity/ActivityTimeline";
import { AttachmentsTab } from "../../features/attachments/AttachmentsTab";
import { EmployeeView } from "../../features/employees/EmployeeView";
import { onDemand } from "../../ui/onDemand";

const EmployeeFigures = onDemand(
  async () => (await import("../../features/statistics/EmployeeFigures")).EmployeeFigures,
);
const EmployeeGoals = onDemand(
  async () => (await import("../../features/goals/EmployeeGoals")).EmployeeGoals,
);
const GiveValue = onDemand(
  async () => (await import("../../features/recognition/GiveValue")).GiveValue,
);
const PersonAwards = onDemand(
  async () => (await import("../../features/recognition/PersonAwards")).PersonAwards,
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
