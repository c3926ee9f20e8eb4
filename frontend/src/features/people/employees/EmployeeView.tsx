// One employee: the whole record or the directory entry, by permission.
import { Box } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { Employee, EmployeeRecord, Ref } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { useCurrentUser } from "../../../session/currentUser";
import {
  ACTIVITY_PERMISSIONS,
  STATISTICS_PERMISSIONS,
  usePermissions,
} from "../../../session/permissions";
import { DetailColumns } from "../../../ui/details/DetailColumns";
import { DetailSkeleton } from "../../../ui/details/DetailSkeleton";
import { StatusBadge } from "../../../ui/display/StatusBadge";
import { LoadFailure } from "../../../ui/feedback/LoadFailure";
import { PageTitle } from "../../../ui/layout/PageTitle";
import { type UrlTab, UrlTabs } from "../../../ui/layout/UrlTabs";
import { EmployeeActions } from "./EmployeeActions";
import { DirectoryFacts, EmployeeFacts } from "./EmployeeFacts";
import { EmployeeOverview } from "./EmployeeOverview";
import { employeeQuery, isRecord } from "./employeeRecord";

type Props = {
  id: string;
  /** Content of other nouns, from the route: nouns do not import each other. */
  renderGiveButton: (receiver: Ref) => ReactNode;
  /** How the employee stands, in a sentence. */
  state: ReactNode;
  time: ReactNode;
  figures: ReactNode;
  renderGoals: (employee: Ref, hasLeft: boolean) => ReactNode;
  renderAwards: (person: Ref) => ReactNode;
  renderFiles: (canAdd: boolean) => ReactNode;
  activity: ReactNode;
};

export function EmployeeView(props: Props) {
  const { data: employee, isError, refetch } = useQuery(employeeQuery(props.id));
  if (employee === undefined)
    return isError ? <LoadFailure isPage retry={refetch} /> : <DetailSkeleton />;
  return isRecord(employee) ? (
    <FullRecord {...props} employee={employee} />
  ) : (
    <DirectoryEntry {...props} employee={employee} />
  );
}

const toRef = ({ api_id, name }: Ref): Ref => ({ api_id, name });

/** Keeps the height of the sentence until it is loaded: three lines on a phone. */
function Opening({ children }: { children: ReactNode }) {
  return (
    <Box mih={{ base: 80, sm: 60, lg: 36 }} mb="sm">
      {children}
    </Box>
  );
}

/** The tabs that every employee has. */
function useCommonTabs({ employee, ...content }: Props & { employee: Employee }) {
  const t = useTranslate();
  const hasLeft = employee.status === "left";
  const time = { id: "time", label: t("projects.tab.hours"), panel: () => content.time };
  const figures = {
    id: "figures",
    label: t("employees.tab.figures"),
    panel: () => content.figures,
  };
  const goals = {
    id: "goals",
    label: t("employees.tab.goals"),
    panel: () => content.renderGoals(toRef(employee), hasLeft),
  };
  const awards = {
    id: "awards",
    label: t("shell.nav.recognition"),
    panel: () => content.renderAwards(toRef(employee)),
  };
  return { time, figures, goals, awards };
}

function useTabs({ employee, ...content }: Props & { employee: EmployeeRecord }): UrlTab[] {
  const t = useTranslate();
  const { can, canAny } = usePermissions();
  const { time, figures, goals, awards } = useCommonTabs({ employee, ...content });
  return [
    {
      id: "overview",
      label: t("employees.tab.overview"),
      panel: () => <EmployeeOverview employee={employee} />,
    },
    ...(can("statistics.hours") ? [time] : []),
    figures,
    goals,
    awards,
    {
      id: "files",
      label: t("employees.tab.files"),
      panel: () => content.renderFiles(employee.can.includes("edit")),
    },
    ...(canAny(ACTIVITY_PERMISSIONS)
      ? [{ id: "activity", label: t("employees.tab.activity"), panel: () => content.activity }]
      : []),
  ];
}

/** Whether the user sees figures of others, by a scope wider than their own. */
function useSeesFiguresOfOthers(): boolean {
  const { scope } = usePermissions();
  return STATISTICS_PERMISSIONS.some((group) => (scope(group) ?? "own") !== "own");
}

/** The directory entry, with figures for users with a wider scope than their own. */
function DirectoryEntry(props: Props & { employee: Employee }) {
  const { employee, renderGiveButton } = props;
  const { scope } = usePermissions();
  const { time, figures, goals, awards } = useCommonTabs(props);
  const canSeeFigures = useSeesFiguresOfOthers();
  const canSeeHours = (scope("statistics.hours") ?? "own") !== "own";
  return (
    <>
      <PageTitle actions={renderGiveButton(toRef(employee))}>{employee.name}</PageTitle>
      {canSeeFigures && <Opening>{props.state}</Opening>}
      <DetailColumns aside={<DirectoryFacts employee={employee} />}>
        <UrlTabs
          tabs={[
            awards,
            goals,
            ...(canSeeHours ? [time] : []),
            ...(canSeeFigures ? [figures] : []),
          ]}
          label={employee.name}
        />
      </DetailColumns>
    </>
  );
}

function FullRecord(props: Props & { employee: EmployeeRecord }) {
  const { employee, renderGiveButton } = props;
  const tabs = useTabs(props);
  const isOneself = useCurrentUser().employee?.api_id === employee.api_id;
  const canSeeFigures = useSeesFiguresOfOthers() || isOneself;
  return (
    <>
      <PageTitle
        badge={<StatusBadge enumName="employee_status" value={employee.status} />}
        actions={
          <>
            {employee.status !== "left" && renderGiveButton(toRef(employee))}
            <EmployeeActions employee={employee} />
          </>
        }
      >
        {employee.name}
      </PageTitle>
      {canSeeFigures && <Opening>{props.state}</Opening>}
      <DetailColumns aside={<EmployeeFacts employee={employee} />}>
        <UrlTabs tabs={tabs} label={employee.name} />
      </DetailColumns>
    </>
  );
}
