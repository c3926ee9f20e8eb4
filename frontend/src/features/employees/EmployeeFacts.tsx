// Who a person is and how they are reached, in the column that stays in sight.
import { Anchor } from "@mantine/core";
import type { Employee, EmployeeRecord } from "../../api/types";
import { useTranslate } from "../../i18n/translate";
import { timezoneName } from "../../lib/timezoneName";
import { useEnumOptions } from "../../session/enumOptions";
import { DateText } from "../../ui/DateText";
import { type Fact, Facts } from "../../ui/Facts";
import { HoursText } from "../../ui/HoursText";
import { EmployeeLink } from "../../ui/RecordLinks";
import { Section } from "../../ui/Section";
import { SourceLinks } from "../../ui/SourceLinks";

function Mail({ address }: { address: string }) {
  return (
    <Anchor inherit href={`mailto:${address}`}>
      {address}
    </Anchor>
  );
}

function useContact(employee: Pick<Employee, "job_title" | "email">): Fact[] {
  const t = useTranslate();
  return [
    { label: t("employees.field.job_title"), value: employee.job_title },
    { label: t("employees.field.email"), value: <Mail address={employee.email} /> },
  ];
}

/** All that the directory tells everyone. */
export function DirectoryFacts({ employee }: { employee: Employee }) {
  const t = useTranslate();
  return (
    <Section title={t("employees.facts")}>
      <Facts facts={useContact(employee)} />
    </Section>
  );
}

function useWork(employee: EmployeeRecord): Fact[] {
  const t = useTranslate();
  const { label } = useEnumOptions();
  const { department, language, timezone, manager, ended_on, started_on } = employee;
  return [
    {
      label: t("employees.field.phone"),
      value: employee.phone && (
        <Anchor inherit href={`tel:${employee.phone}`}>
          {employee.phone}
        </Anchor>
      ),
    },
    {
      label: t("employees.field.department"),
      value: department && label("department", department),
    },
    { label: t("employees.field.manager"), value: <EmployeeLink employee={manager} /> },
    { label: t("employees.field.employment"), value: label("employment", employee.employment) },
    { label: t("employees.field.started_on"), value: started_on && <DateText on={started_on} /> },
    ...(ended_on
      ? [{ label: t("employees.field.ended_on"), value: <DateText on={ended_on} /> }]
      : []),
    {
      label: t("employees.field.capacity_hours_week"),
      value: <HoursText hours={employee.capacity_hours_week} />,
    },
    {
      label: t("employees.field.is_billable"),
      value: t(employee.is_billable ? "employees.yes" : "employees.no"),
    },
    {
      label: t("employees.field.utilisation_target"),
      value:
        employee.utilisation_target === null
          ? null
          : t("employees.percent", { percent: employee.utilisation_target }),
    },
    { label: t("employees.field.language"), value: language && label("language", language) },
    { label: t("employees.field.timezone"), value: timezone && timezoneName(timezone) },
  ];
}

export function EmployeeFacts({ employee }: { employee: EmployeeRecord }) {
  const t = useTranslate();
  const facts = [...useContact(employee), ...useWork(employee)];
  return (
    <>
      <Section title={t("employees.facts")}>
        <Facts facts={facts} />
      </Section>
      <Section title={t("employees.sources")}>
        <SourceLinks links={employee.links} none={t("employees.no_sources")} />
      </Section>
    </>
  );
}
