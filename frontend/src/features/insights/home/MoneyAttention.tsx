// Overdue invoices, and projects without scheduled payments.
import { Link } from "@tanstack/react-router";
import type { InvoiceRow, ProjectRow } from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { formatDate } from "../../../lib/dates";
import { usePermissions } from "../../../session/permissions";
import { ButtonLink } from "../../../ui/links/ButtonLink";
import { ProjectLink } from "../../../ui/links/RecordLinks";
import { listFilters } from "../../../ui/links/screenSearch";
import { MoneyText } from "../../../ui/money/MoneyText";
import uiClasses from "../../../ui/ui.module.css";
import { AttentionAction, AttentionGroup, AttentionItem } from "./AttentionGroup";

export function OverdueInvoices() {
  return (
    <AttentionGroup name="overdue">
      {(invoice) => <OverdueInvoice invoice={invoice} />}
    </AttentionGroup>
  );
}

function OverdueInvoice({ invoice }: { invoice: InvoiceRow }) {
  const t = useTranslate();
  const locale = useLocale();
  const { can } = usePermissions();
  const { number, client, customer_name, days_overdue, follow_up_on } = invoice;
  const name = client?.name ?? customer_name;
  return (
    <AttentionItem
      title={
        <Link
          to="/invoices"
          search={{ open: invoice.api_id, ...listFilters("/invoices", { status: "overdue" }) }}
          className={uiClasses.link}
        >
          {name}
        </Link>
      }
      details={[
        number,
        t("common.days_overdue", { count: days_overdue ?? 0 }),
        follow_up_on &&
          t("home.attention.follow_up_on", { date: formatDate(follow_up_on, locale) }),
      ]}
    >
      <MoneyText money={invoice.balance} />
      {can("invoices.follow_up") && (
        <AttentionAction action="follow_up" id={invoice.api_id} name={number ?? name} />
      )}
    </AttentionItem>
  );
}

export function UnscheduledProjects({ name }: { name: "fixed" | "extras" }) {
  return (
    <AttentionGroup name={name}>
      {(project) => <UnscheduledProject project={project} />}
    </AttentionGroup>
  );
}

function UnscheduledProject({ project }: { project: ProjectRow }) {
  const t = useTranslate();
  const { can } = usePermissions();
  const label = t("home.attention.open_payments");
  return (
    <AttentionItem title={<ProjectLink project={project} />} details={[project.client?.name]}>
      {project.amount && <MoneyText money={project.amount} />}
      {can("payments.edit") ? (
        <AttentionAction action="schedule" id={project.api_id} name={project.name} />
      ) : (
        <ButtonLink
          to="/projects/$id/view"
          params={{ id: project.api_id }}
          search={{ tab: "payments" }}
          size="compact-md"
          variant="default"
          aria-label={`${label} (${project.name})`}
        >
          {label}
        </ButtonLink>
      )}
    </AttentionItem>
  );
}
