// The way to a record that a figure is made of, whatever kind of record it is.
import { Link } from "@tanstack/react-router";
import type { DashboardRow, Ref } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { useIsAdminArea } from "../../../ui/links/area";
import { ClientLink, ProjectLink } from "../../../ui/links/RecordLinks";
import classes from "./Dashboard.module.css";

export function RecordLink({ kind, record }: { kind: DashboardRow["kind"]; record: Ref | null }) {
  const t = useTranslate();
  const admin = useIsAdminArea();
  if (record === null) return t("dashboard.row.left");
  const params = { id: record.api_id };
  if (kind === "project") return <ProjectLink project={record} />;
  if (kind === "client") return <ClientLink client={record} />;
  const name = { className: classes.link, children: record.name };
  if (kind === "employee") {
    return (
      <Link
        to={admin ? "/admin/employees/$id/view" : "/employees/$id/view"}
        params={params}
        {...name}
      />
    );
  }
  if (kind === "invoice") return <Link to="/invoices" search={{ open: record.api_id }} {...name} />;
  if (kind === "goal") return <Link to="/goals" search={{ open: record.api_id }} {...name} />;
  return record.name;
}
