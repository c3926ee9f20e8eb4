// The cells of the lists of projects.
import type { ProjectRow } from "../../../api/types";
import { Absent } from "../../../ui/display/Absent";
import { DateText, RelativeText } from "../../../ui/display/DateText";
import { HoursText } from "../../../ui/display/HoursText";
import { LeavingBadge } from "../../../ui/display/LeavingBadge";
import { StatusBadge } from "../../../ui/display/StatusBadge";
import { Tags } from "../../../ui/display/Tags";
import { ClientLink, ProjectLink } from "../../../ui/links/RecordLinks";
import { MoneyText } from "../../../ui/money/MoneyText";
import type { Cells } from "../../../ui/table/tableModel";
import { HoursUsed } from "./HoursUsed";
import {
  BillingIntervalText,
  OosTypeText,
  PercentText,
  RenewalText,
  SellersText,
} from "./kindCells";
import { ArchivedBadge, DeadlineBadge, KindName } from "./projectBadges";
import classes from "./projectCells.module.css";
import type { ProjectColumn } from "./projectsList";

/** Returns undefined for hours that the user may not see. */
function visibleHours(project: ProjectRow, value: string | null): string | null | undefined {
  return project.hours_shown ? value : undefined;
}

export const projectCells: Cells<ProjectRow, ProjectColumn> = {
  name: (project) => (
    <>
      <ProjectLink project={project} client={project.client} />{" "}
      {project.archived_at && <ArchivedBadge />}
    </>
  ),
  kind: (project) => <KindName kind={project.kind} />,
  client: (project) => <ClientLink client={project.client} />,
  status: (project) => (
    <>
      <StatusBadge enumName="project_status" value={project.status} />{" "}
      <LeavingBadge on={project.leaving_on} />
    </>
  ),
  leaving_on: (project) => <DateText on={project.leaving_on} />,
  amount: (project) => <MoneyText money={project.amount} />,
  monthly_fee: (project) => <MoneyText money={project.monthly_fee} />,
  billing_interval: (project) => <BillingIntervalText value={project.billing_interval} />,
  interval_fee: (project) => <MoneyText money={project.interval_fee} />,
  hours_logged: (project) => <HoursUsed project={project} />,
  included_hours: (project) => <HoursText hours={project.included_hours} />,
  start_on: (project) => <DateText on={project.start_on} />,
  end_on: (project) => (
    <span className={classes.due}>
      <DateText on={project.end_on} /> <DeadlineBadge project={project} />
    </span>
  ),
  sold_on: (project) => <DateText on={project.sold_on} />,
  renews_on: (project) => <DateText on={project.renews_on} />,
  health: (project) =>
    project.health ? <StatusBadge enumName="client_health" value={project.health} /> : <Absent />,
  tags: (project) => <Tags tags={project.tags} />,
  budget_percent: (project) => <PercentText percent={project.budget_percent} />,
  billed_percent: (project) => <PercentText percent={project.billed_percent} />,
  left_hours: (project) => <HoursText hours={visibleHours(project, project.left_hours)} />,
  burn_percent: (project) => <PercentText percent={visibleHours(project, project.burn_percent)} />,
  approval: (project) =>
    project.approval ? (
      <StatusBadge enumName="oos_approval" value={project.approval} />
    ) : (
      <Absent />
    ),
  seller: (project) => <SellersText project={project} />,
  oos_type: (project) => <OosTypeText value={project.oos_type} />,
  auto_renew: (project) => <RenewalText value={project.auto_renew} />,
  updated_at: (project) => <RelativeText at={project.updated_at} />,
};
