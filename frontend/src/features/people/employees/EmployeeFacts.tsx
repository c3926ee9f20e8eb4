// The facts of an employee, in the side column.
import { Anchor } from "@mantine/core";
import type { Employee, EmployeeRecord } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { Facts } from "../../../ui/details/Facts";
import { useRecordFacts } from "../../../ui/details/RecordFacts";
import { DateText } from "../../../ui/display/DateText";
import { Section } from "../../../ui/layout/Section";
import { EmployeeLink } from "../../../ui/links/RecordLinks";
import { SourceLinks } from "../../../ui/services/SourceLinks";
import { recordFields } from "./employeeFields";

/** Restricted fields are absent for users without permission. */
export function DirectoryFacts({ employee }: { employee: Employee }) {
  const t = useTranslate();
  const { phone, manager, ended_on, is_billable, utilisation_target } = employee;
  const facts = useRecordFacts("employees", recordFields, employee, {
    order: [
      "job_title",
      "email",
      "phone",
      "department",
      "manager",
      "employment",
      "started_on",
      "ended_on",
      "capacity_hours_week",
      "is_billable",
      "utilisation_target",
      "language",
      "timezone",
    ],
    omit: [
      "first_name",
      "last_name",
      "user",
      "teamwork_user_id",
      "metric_permissions",
      "metric_scopes",
    ],
    extra: {
      phone: phone && (
        <Anchor inherit href={`tel:${phone}`}>
          {phone}
        </Anchor>
      ),
      manager: manager && <EmployeeLink employee={manager} />,
      ended_on: ended_on ? <DateText on={ended_on} /> : undefined,
      is_billable:
        is_billable === undefined ? undefined : t(is_billable ? "employees.yes" : "employees.no"),
      utilisation_target:
        typeof utilisation_target === "number"
          ? t("employees.percent", { percent: utilisation_target })
          : utilisation_target,
    },
  });
  return (
    <Section title={t("employees.facts")}>
      <Facts facts={facts} />
    </Section>
  );
}

export function EmployeeFacts({ employee }: { employee: EmployeeRecord }) {
  const t = useTranslate();
  return (
    <>
      <DirectoryFacts employee={employee} />
      <Section title={t("employees.sources")}>
        <SourceLinks links={employee.links} emptyText={t("employees.no_sources")} />
      </Section>
    </>
  );
}
