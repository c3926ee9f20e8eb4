// Tests the rules of fields against what the server accepts.
import { expect, it } from "vitest";
import { formFailures } from "./fieldRules";

const SHARES = {
  kind: "weights",
  path: "/employees",
  name: "sold_by",
  label: "projects.field.sold_by",
} as const;

it.each([
  [[60, 40], undefined],
  [[60, 39], "form.weights.must_be_100"],
  [[60, 41], "form.weights.must_be_100"],
  [[100, 0], "form.weights.incomplete"],
])("accepts shares with a total of 100: %j", (weights, failure) => {
  const values = weights.map((weight, number) => ({
    employee: { api_id: String(number), name: "Amélie" },
    weight,
  }));
  expect(formFailures([SHARES], { sold_by: values }).sold_by?.key).toBe(failure);
});
