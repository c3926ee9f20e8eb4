// Retainers that run out of hours, out-of-scope work awaiting approval, due goals, and won deals without a project.
import { Link } from "@tanstack/react-router";
import type { Burn, DealRow, GoalRow, UnapprovedWork } from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { formatDate } from "../../../lib/dates";
import { formatHours, formatPercent } from "../../../lib/numbers";
import { useCurrentUser } from "../../../session/currentUser";
import { usePermissions } from "../../../session/permissions";
import { ButtonLink } from "../../../ui/links/ButtonLink";
import { ProjectLink } from "../../../ui/links/RecordLinks";
import { MoneyText } from "../../../ui/money/MoneyText";
import uiClasses from "../../../ui/ui.module.css";
import { AttentionAction, AttentionGroup, AttentionItem } from "./AttentionGroup";
import { todayOf } from "./queries";

const SMALL = { size: "compact-md", variant: "default" } as const;

export function HighBurnRetainers() {
  return (
    <AttentionGroup name="retainers">{(burn) => <HighBurnRetainer burn={burn} />}</AttentionGroup>
  );
}

function HighBurnRetainer({ burn }: { burn: Burn }) {
  const t = useTranslate();
  const locale = useLocale();
  const { can } = usePermissions();
  const { project, client, burn_percent, left_hours, period } = burn;
  const sell = t("home.do.sell_extra");
  const left = Number(left_hours) < 0 ? "over" : "left";
  const hours = formatHours(left_hours.replace("-", ""), locale);
  return (
    <AttentionItem
      title={
        <Link
          to="/projects/$id/view"
          params={{ id: project.api_id }}
          search={{ tab: "hours" }}
          className={uiClasses.link}
        >
          {project.name}
        </Link>
      }
      details={[
        client.name,
        t(`home.attention.hours_${left}`, { hours, date: formatDate(period.ends_on, locale) }),
      ]}
    >
      {burn_percent && (
        <span className={uiClasses.figure}>{formatPercent(burn_percent, locale)}</span>
      )}
      {can("projects.create") && (
        <ButtonLink
          to="/projects/create"
          search={{ kind: "oos", parent: project.api_id }}
          {...SMALL}
          aria-label={`${sell} (${project.name})`}
        >
          {sell}
        </ButtonLink>
      )}
    </AttentionItem>
  );
}

export function PendingApprovals() {
  return (
    <AttentionGroup name="approvals">{(work) => <PendingApproval work={work} />}</AttentionGroup>
  );
}

function PendingApproval({ work }: { work: UnapprovedWork }) {
  const t = useTranslate();
  return (
    <AttentionItem
      title={<ProjectLink project={work} />}
      details={[work.client.name, t("home.attention.days_waiting", { count: work.days_waiting })]}
    >
      {work.amount && <MoneyText money={work.amount} />}
      {work.may_decide && <AttentionAction action="decide" id={work.api_id} name={work.name} />}
    </AttentionItem>
  );
}

export function DueGoals() {
  return <AttentionGroup name="goals">{(goal) => <DueGoal goal={goal} />}</AttentionGroup>;
}

function DueGoal({ goal }: { goal: GoalRow }) {
  const t = useTranslate();
  const locale = useLocale();
  const user = useCurrentUser();
  const { employee, period_end } = goal;
  const isMine = employee.api_id === user.employee?.api_id;
  const state = period_end < todayOf(user) ? "ended_on" : "ends_on";
  return (
    <AttentionItem
      title={
        <Link
          to="/goals"
          search={{ open: goal.api_id, ...(isMine ? {} : { tab: "all" }) }}
          className={uiClasses.link}
        >
          {goal.title}
        </Link>
      }
      details={[
        isMine ? null : employee.name,
        t(`home.attention.${state}`, { date: formatDate(period_end, locale) }),
      ]}
    >
      {goal.can.includes("check_in") && (
        <AttentionAction action="check_in" id={goal.api_id} name={goal.title} />
      )}
    </AttentionItem>
  );
}

export function WonDeals() {
  return <AttentionGroup name="won">{(deal) => <WonDeal deal={deal} />}</AttentionGroup>;
}

function WonDeal({ deal }: { deal: DealRow }) {
  const t = useTranslate();
  const create = t("home.do.create_project");
  return (
    <AttentionItem title={deal.name} details={[deal.client?.name]}>
      <ButtonLink
        to="/projects/create"
        search={{ deal: deal.api_id }}
        {...SMALL}
        aria-label={`${create} (${deal.name})`}
      >
        {create}
      </ButtonLink>
    </AttentionItem>
  );
}
