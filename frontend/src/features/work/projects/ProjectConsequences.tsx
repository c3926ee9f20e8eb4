// Which months and figures the dated values in the form of a retainer would change, before they are saved.
import { api } from "../../../api/client";
import type { Project } from "../../../api/types";
import type { Body } from "../../../api/wire";
import { type FormValues, textOf, visibleFields } from "../../../ui/form/fields";
import { changePayload, valuesFromRecord } from "../../../ui/form/payload";
import { MonthConsequences } from "../../../ui/terms/MonthConsequences";
import type { Field, Fields } from "./projectFieldGroups";

const DATED: ReadonlySet<Field["name"]> = new Set([
  "status",
  "start_on",
  "end_on",
  "currency",
  "billing_interval",
  "monthly_fee",
  "interval_fee",
  "fee_starts_on",
  "included_hours",
]);

type Props = { project: Project; fields: Fields; values: FormValues };

export function ProjectConsequences({ project, fields, values }: Props) {
  // The fee is in the answer for those who see the retainer's money.
  if (project.kind !== "retainer" || !("monthly_fee" in project)) return null;
  const dated = visibleFields(fields, values).filter(({ name }) =>
    (DATED as ReadonlySet<string>).has(name),
  );
  const isIncomplete = dated.some(({ name, required }) => required && !textOf(values[name]));
  const sent = changePayload(dated, valuesFromRecord(dated, project), values);
  if (isIncomplete || Object.keys(sent).length === 0) return null;
  const id = project.api_id;
  const body = sent as Body<"/projects/{id}/change-previews", "post">;
  const read = () =>
    api.post("/projects/{id}/change-previews", body, { params: { id }, expect: "any" });
  return <MonthConsequences request={{ id, change: body }} read={read} />;
}
