// One person of the agency, with as much of them as the reader may know.
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { Employee, EmployeeRecord, Ref } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
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
  /** What other rooms show about a person and do with them; the route brings them together. */
  give: (receiver: Ref) => ReactNode;
  figures: ReactNode;
  goals: (employee: Ref, hasLeft: boolean) => ReactNode;
  awards: (person: Ref) => ReactNode;
  files: (canAdd: boolean) => ReactNode;
  activity: ReactNode;
};

export function EmployeeView(props: Props) {
  const { data: employee, isError, refetch } = useQuery(employeeQuery(props.id));
  if (employee === undefined)
    return isError ? <LoadFailure isPage retry={refetch} /> : <DetailSkeleton />;
  return isRecord(employee) ? (
    <WholeRecord {...props} employee={employee} />
  ) : (
    <Colleague {...props} employee={employee} />
  );
}

const refOf = ({ api_id, name }: Ref): Ref => ({ api_id, name });

/** What other rooms know of anybody. */
function useParts({ employee, ...parts }: Props & { employee: Employee }) {
  const t = useTranslate();
  const hasLeft = employee.status === "left";
  const figures = { id: "figures", label: t("employees.tab.figures"), panel: () => parts.figures };
  const goals = {
    id: "goals",
    label: t("employees.tab.goals"),
    panel: () => parts.goals(refOf(employee), hasLeft),
  };
  const awards = {
    id: "awards",
    label: t("shell.nav.recognition"),
    panel: () => parts.awards(refOf(employee)),
  };
  return { figures, goals, awards };
}

function useTabs({ employee, ...parts }: Props & { employee: EmployeeRecord }): UrlTab[] {
  const t = useTranslate();
  const { canAny } = usePermissions();
  const { figures, goals, awards } = useParts({ employee, ...parts });
  return [
    {
      id: "overview",
      label: t("employees.tab.overview"),
      panel: () => <EmployeeOverview employee={employee} />,
    },
    figures,
    goals,
    awards,
    {
      id: "files",
      label: t("employees.tab.files"),
      panel: () => parts.files(employee.can.includes("edit")),
    },
    ...(canAny(ACTIVITY_PERMISSIONS)
      ? [{ id: "activity", label: t("employees.tab.activity"), panel: () => parts.activity }]
      : []),
  ];
}

/** Somebody whose record is not the reader's: what is open to all, and figures where theirs reach beyond themself. */
function Colleague(props: Props & { employee: Employee }) {
  const { employee, give } = props;
  const { scope } = usePermissions();
  const { figures, goals, awards } = useParts(props);
  const reaches = STATISTICS_PERMISSIONS.some((group) => (scope(group) ?? "own") !== "own");
  return (
    <>
      <PageTitle actions={give(refOf(employee))}>{employee.name}</PageTitle>
      <DetailColumns aside={<DirectoryFacts employee={employee} />}>
        <UrlTabs tabs={[awards, goals, ...(reaches ? [figures] : [])]} label={employee.name} />
      </DetailColumns>
    </>
  );
}

function WholeRecord(props: Props & { employee: EmployeeRecord }) {
  const { employee, give } = props;
  const tabs = useTabs(props);
  return (
    <>
      <PageTitle
        badge={<StatusBadge enumName="employee_status" value={employee.status} />}
        actions={
          <>
            {employee.status !== "left" && give(refOf(employee))}
            <EmployeeActions employee={employee} />
          </>
        }
      >
        {employee.name}
      </PageTitle>
      <DetailColumns aside={<EmployeeFacts employee={employee} />}>
        <UrlTabs tabs={tabs} label={employee.name} />
      </DetailColumns>
    </>
  );
}
