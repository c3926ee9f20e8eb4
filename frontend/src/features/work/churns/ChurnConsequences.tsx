// Which months and figures a loss on these days would change, before it is recorded or corrected.
import { api } from "../../../api/client";
import { readDay } from "../../../lib/dates";
import type { FormValues } from "../../../ui/form/fields";
import { MonthConsequences } from "../../../ui/terms/MonthConsequences";

type Props = {
  path: "/projects/{id}/churn-previews" | "/churn-events/{id}/change-previews";
  id: string;
  values: FormValues;
};

export function ChurnConsequences({ path, id, values }: Props) {
  const effective_on = readDay(values.effective_on);
  if (effective_on === undefined) return null;
  const body = { effective_on, notice_on: readDay(values.notice_on) ?? null };
  const read = () => api.post(path, body, { params: { id }, expect: "any" });
  return <MonthConsequences request={{ path, id, body }} read={read} />;
}
