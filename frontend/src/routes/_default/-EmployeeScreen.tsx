// One person of the agency, brought together from the rooms that know about them: the same in both areas.
import { ActivityTimeline } from "../../features/activity/ActivityTimeline";
import { AttachmentsPanel } from "../../features/attachments/loadPanel";
import { EmployeeView } from "../../features/employees/EmployeeView";
import { loadCultureWords, loadWorkWords } from "../../i18n/translate";
import { onDemand } from "../../ui/onDemand";

const EmployeeFigures = onDemand(async () => {
  const [module] = await Promise.all([
    import("../../features/statistics/EmployeeFigures"),
    loadWorkWords(),
  ]);
  return module.EmployeeFigures;
});
const EmployeeGoals = onDemand(async () => {
  const [module] = await Promise.all([
    import("../../features/goals/EmployeeGoals"),
    loadCultureWords(),
  ]);
  return module.EmployeeGoals;
});
const GiveValue = onDemand(async () => {
  const [module] = await Promise.all([
    import("../../features/recognition/GiveValue"),
    loadCultureWords(),
  ]);
  return module.GiveValue;
});
const PersonAwards = onDemand(async () => {
  const [module] = await Promise.all([
    import("../../features/recognition/PersonAwards"),
    loadCultureWords(),
  ]);
  return module.PersonAwards;
});

export function EmployeeScreen({ id }: { id: string }) {
  return (
    <EmployeeView
      key={id}
      id={id}
      give={(receiver) => <GiveValue receiver={receiver} />}
      figures={<EmployeeFigures id={id} />}
      goals={(employee, hasLeft) => <EmployeeGoals employee={employee} hasLeft={hasLeft} />}
      awards={(person) => <PersonAwards person={person} />}
      files={(mayAdd) => <AttachmentsPanel owner={{ noun: "employees", id }} mayAdd={mayAdd} />}
      activity={<ActivityTimeline about={{ subject: id }} />}
    />
  );
}
