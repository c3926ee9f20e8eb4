// The overview of an employee: teams and reports, leaves, rights and cost rates.
import { Stack, Text } from "@mantine/core";
import type { EmployeeRecord, EnumName, Ref } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { useEnumOptions } from "../../../session/enumOptions";
import { usePermissions } from "../../../session/permissions";
import { Facts } from "../../../ui/details/Facts";
import { SmallTable } from "../../../ui/details/SmallTable";
import { Absent } from "../../../ui/display/Absent";
import { DateText } from "../../../ui/display/DateText";
import { Section } from "../../../ui/layout/Section";
import { lazyComponent } from "../../../ui/lazyComponent";
import { EmployeeLink, TeamLink, UserLink } from "../../../ui/links/RecordLinks";
import { MoneyText } from "../../../ui/money/MoneyText";
import classes from "./Employees.module.css";
import { LeavesSection } from "./LeavesSection";

/** As tall as a few terms, to avoid layout shifts. */
const TERMS_HEIGHT = 315;
const EmploymentTerms = lazyComponent(
  async () => (await import("./EmploymentTerms")).EmploymentTerms,
  <div aria-busy="true" style={{ minHeight: TERMS_HEIGHT }} />,
);

type Props = { employee: EmployeeRecord };

export function EmployeeOverview({ employee }: Props) {
  return (
    <Stack gap="md">
      <PeopleSection employee={employee} />
      <LeavesSection employee={employee} />
      <EmploymentTerms employee={employee} />
      {employee.metric_permissions && <RightsSection employee={employee} />}
      {employee.cost_rates && <CostSection employee={employee} />}
    </Stack>
  );
}

function RefList({
  refs,
  render,
}: {
  refs: readonly Ref[];
  render: (ref: Ref) => React.ReactNode;
}) {
  if (refs.length === 0) return <Absent />;
  return (
    <ul className={classes.lines}>
      {refs.map((ref) => (
        <li key={ref.api_id}>{render(ref)}</li>
      ))}
    </ul>
  );
}

function PeopleSection({ employee }: Props) {
  const t = useTranslate();
  const facts = [
    {
      label: t("employees.field.teams"),
      value: <RefList refs={employee.teams} render={(team) => <TeamLink team={team} />} />,
    },
    {
      label: t("employees.field.reports"),
      value: (
        <RefList refs={employee.reports} render={(report) => <EmployeeLink employee={report} />} />
      ),
    },
  ];
  return (
    <Section title={t("employees.people")}>
      <Facts facts={facts} wide />
    </Section>
  );
}

/** The user account, and which figures it may see. */
function RightsSection({ employee }: Props) {
  const t = useTranslate();
  const { can } = usePermissions();
  const { label } = useEnumOptions();
  const { user } = employee;
  const labels = (name: EnumName, values: readonly string[] | undefined) =>
    values?.map((value) => label(name, value)).join(", ");
  const facts = [
    {
      label: t("employees.field.user"),
      value: user && (can("users.view") ? <UserLink user={user} /> : user.name),
    },
    {
      label: t("employees.field.metric_permissions"),
      value: labels("metric_permission", employee.metric_permissions),
    },
    {
      label: t("employees.field.metric_scopes"),
      value: labels("metric_scope", employee.metric_scopes),
    },
  ];
  return (
    <Section title={t("employees.section.rights")}>
      <Facts facts={facts} wide />
    </Section>
  );
}

function CostSection({ employee }: Props) {
  const t = useTranslate();
  const { cost_rate: current, cost_rates: rates = [] } = employee;
  const columns = [
    { label: t("employees.field.cost_starts_on") },
    { label: t("employees.field.cost_rate"), align: "end" as const },
  ];
  return (
    <Section title={t("employees.section.cost")}>
      <Stack gap="sm">
        <Text size="sm">
          {t("employees.cost_today")} {current ? <MoneyText money={current} /> : <Absent />}
        </Text>
        {rates.length > 0 && (
          <SmallTable
            label={t("employees.cost_history")}
            heads={columns}
            rows={rates.map((rate) => ({
              key: rate.starts_on,
              cells: [
                <DateText key="on" on={rate.starts_on} />,
                <MoneyText key="rate" money={rate.amount} />,
              ],
            }))}
          />
        )}
      </Stack>
    </Section>
  );
}
