// Links to a record of any kind that a figure consists of.
import { Link } from "@tanstack/react-router";
import type { DashboardRow, Ref } from "../../api/types";
import { useTranslate } from "../../i18n/translate";
import { useIsAdminArea } from "../links/area";
import { ClientLink, ProjectLink } from "../links/RecordLinks";
import classes from "../ui.module.css";

export function RecordLink({ kind, record }: { kind: DashboardRow["kind"]; record: Ref | null }) {
  const t = useTranslate();
  const isAdminArea = useIsAdminArea();
  if (record === null) return t("dashboard.row.left");
  const params = { id: record.api_id };
  if (kind === "project") return <ProjectLink project={record} />;
  if (kind === "client") return <ClientLink client={record} />;
  const linkProps = { className: classes.link, children: record.name };
  if (kind === "employee") {
    return (
      <Link
        to={isAdminArea ? "/admin/employees/$id/view" : "/employees/$id/view"}
        params={params}
        {...linkProps}
      />
    );
  }
  if (kind === "invoice")
    return <Link to="/invoices" search={{ open: record.api_id }} {...linkProps} />;
  if (kind === "goal") return <Link to="/goals" search={{ open: record.api_id }} {...linkProps} />;
  return record.name;
}
