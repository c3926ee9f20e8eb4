// The sections of a project's page: hours, sale, terms and description.
import { Text } from "@mantine/core";
import type { Project } from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { formatInteger, formatPercent } from "../../../lib/numbers";
import { useEnumOptions } from "../../../session/enumOptions";
import { type Fact, Facts } from "../../../ui/details/Facts";
import { DateText } from "../../../ui/display/DateText";
import { Section } from "../../../ui/layout/Section";
import { ProjectLink } from "../../../ui/links/RecordLinks";

type Props = { project: Project };

export function SaleSection({ project }: Props) {
  const t = useTranslate();
  const locale = useLocale();
  const { label } = useEnumOptions();
  const sellers = project.sold_by.map(({ employee, weight }) =>
    t("projects.sellers.share", {
      name: employee.name,
      share: formatPercent(String(weight), locale),
    }),
  );
  const facts: Fact[] = [
    { label: t("projects.field.sold_on"), value: <DateText on={project.sold_on} /> },
    { label: t("projects.field.sold_by"), value: sellers.join(", ") },
    {
      label: t("projects.field.oos_type"),
      value: project.oos_type && label("oos_type", project.oos_type),
    },
    { label: t("projects.field.approved_on"), value: <DateText on={project.approved_on} /> },
    {
      label: t("projects.field.parent_project"),
      value: <ProjectLink project={project.parent_project} />,
    },
  ];
  return (
    <Section title={t("projects.sale")}>
      <Facts facts={facts} wide />
    </Section>
  );
}

/** The terms of the whole contract; those that change by date are in their tab. */
export function ContractSection({ project }: Props) {
  const t = useTranslate();
  const locale = useLocale();
  const { billing_day: day, term_months: term, notice_days: notice } = project;
  const facts: Fact[] = [
    {
      label: t("projects.field.billing_day"),
      value: day === null ? null : formatInteger(day, locale),
    },
    {
      label: t("projects.field.term_months"),
      value: term === null ? null : t("projects.months", { count: term }),
    },
    {
      label: t("projects.field.auto_renew"),
      value: t(project.auto_renew ? "common.yes" : "common.no"),
    },
    {
      label: t("projects.field.notice_days"),
      value: notice === null ? null : t("projects.days", { count: notice }),
    },
  ];
  return (
    <Section title={t("projects.contract")}>
      <Facts facts={facts} wide />
    </Section>
  );
}

export function Description({ project }: Props) {
  const t = useTranslate();
  const text = project.description;
  return (
    <Section title={t("projects.description")}>
      <Text size="sm" {...(text ? {} : { c: "dimmed" })} style={{ whiteSpace: "pre-line" }}>
        {text || t("projects.no_description")}
      </Text>
    </Section>
  );
}
