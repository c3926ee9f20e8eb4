// Says from when the changed values of dated fields hold, and links to the page that dates them otherwise.
import { Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useTranslate } from "../../i18n/translate";
import type { ApiRecord, FieldDescription, FormValues } from "../form/fields";
import { valuesFromRecord } from "../form/payload";
import { useIsAdminArea } from "../links/area";
import classes from "./Terms.module.css";

const DATED: ReadonlySet<string> = new Set([
  "account_manager",
  "project_manager",
  "team",
  "capacity_hours_week",
  "utilisation_target",
  "is_billable",
  "included_hours",
  "overage_rate",
  "rollover",
  "rollover_cap_hours",
  "rollover_expiry_months",
]);
const PAGES = {
  clients: ["/clients/$id/view", "/admin/clients/$id/view"],
  projects: ["/projects/$id/view", "/projects/$id/view"],
  employees: ["/employees/$id/view", "/admin/employees/$id/view"],
} as const;

type Props = {
  records: "clients" | "projects" | "employees";
  record: ApiRecord & { api_id: string };
  fields: readonly FieldDescription[];
  values: FormValues;
};

/** The fixed price of work that began changes by an amendment. */
const isAmended = (name: string, { kind, status }: ApiRecord) =>
  name === "amount" && kind === "fixed" && status !== "draft" && status !== "cancelled";

export function DatedFieldsNote({ records, record, fields, values }: Props) {
  const t = useTranslate();
  const [page, adminPage] = PAGES[records];
  const isAdminArea = useIsAdminArea();
  const dated = fields.filter(({ name }) => DATED.has(name) || isAmended(name, record));
  const initial = valuesFromRecord(dated, record);
  const changed = dated.filter(
    ({ name }) => JSON.stringify(initial[name]) !== JSON.stringify(values[name]),
  );
  const labels = changed.map(({ label }) => t(label)).join(", ");
  return (
    <div role="status" className={classes.hint}>
      {changed.length > 0 && (
        <Text size="sm">
          {t("dated_terms.from_today", { fields: labels })}{" "}
          <Link
            to={isAdminArea ? adminPage : page}
            params={{ id: record.api_id }}
            className={classes.hintLink}
          >
            {t("dated_terms.other_day")}
          </Link>
        </Text>
      )}
    </div>
  );
}
