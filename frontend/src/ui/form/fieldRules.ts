// The validation rules of each kind of field.
import type { MessageKey } from "../../i18n/keys";
import { readDay } from "../../lib/dates";
import { parseMoney } from "../../lib/money";
import { parseDecimal } from "../../lib/numbers";
import { email, firstFailure, max, type Rule, required, url } from "../../lib/validation";
import { type FieldDescription, type FormValues, visibleFields, type Weight } from "./fields";

/** The message of a validation error, translated when it is shown. */
export type FieldFailure = { key: MessageKey; values?: Record<string, string | number> };

const INPUT_RULES: Record<string, Rule> = { email: email(), url: url(/^https?:/i) };

/** The kinds whose maximum is a length. */
const LIMITED_TEXTS: ReadonlySet<FieldDescription["kind"]> = new Set([
  "text",
  "textarea",
  "secret",
  "tags",
]);

function specifiedRules(field: FieldDescription): Rule[] {
  const rules: Rule[] = field.required ? [required()] : [];
  if (LIMITED_TEXTS.has(field.kind) && "max" in field && field.max !== undefined)
    rules.push(max(field.max));
  const inputRule = field.kind === "text" && INPUT_RULES[field.input ?? ""];
  return inputRule ? [...rules, inputRule] : rules;
}

function integerFailure(
  text: string,
  low: number,
  high = Number.MAX_SAFE_INTEGER,
): FieldFailure | null {
  const inRange = /^\d+$/.test(text.trim()) && Number(text) >= low && Number(text) <= high;
  return inRange ? null : { key: "form.integer_range", values: { min: low, max: high } };
}

function weightsFailure(weights: readonly Weight[]): FieldFailure | null {
  const isComplete = weights.every(({ employee, weight }) => {
    return employee.api_id !== "" && Number.isInteger(weight) && weight > 0;
  });
  if (!isComplete) return { key: "form.weights.incomplete" };
  const total = weights.reduce((sum, { weight }) => sum + weight, 0);
  return total === 100 ? null : { key: "form.weights.must_be_100" };
}

const DECIMALS = 2;

function decimalFailure(value: string, decimals: number): FieldFailure | null {
  const key = "form.number_invalid";
  return parseDecimal(value, decimals) === null ? { key, values: { decimals } } : null;
}

function formatFailure(field: FieldDescription, value: FormValues[string]): FieldFailure | null {
  if (field.kind === "weights") {
    const weights = value as Weight[];
    return weights.length === 0 ? null : weightsFailure(weights);
  }
  if (field.kind === "numbers") {
    const failures = (value as string[]).map((item) =>
      integerFailure(item, field.min ?? 0, field.max),
    );
    return failures.find((failure) => failure !== null) ?? null;
  }
  if (typeof value !== "string" || value.trim() === "") return null;
  switch (field.kind) {
    case "money":
      return parseMoney(value) === null ? { key: "form.money_invalid" } : null;
    case "hours":
      return decimalFailure(value, DECIMALS);
    case "decimal":
      return decimalFailure(value, field.decimals ?? DECIMALS);
    case "date":
      return readDay(value) === undefined ? { key: "form.date_invalid" } : null;
    case "integer":
      return integerFailure(value, field.min ?? 0, field.max);
    default:
      return null;
  }
}

function fieldFailure(field: FieldDescription, values: FormValues): FieldFailure | null {
  const value = values[field.name] ?? null;
  const failure = firstFailure(specifiedRules(field), value, values);
  if (failure?.key === "validation.required" && field.whenEmpty) return { key: field.whenEmpty };
  return failure ?? formatFailure(field, value);
}

/** The first error of every visible field that has one. */
export function formFailures(
  fields: readonly FieldDescription[],
  values: FormValues,
): Record<string, FieldFailure> {
  const entries = visibleFields(fields, values).flatMap((field) => {
    const failure = fieldFailure(field, values);
    return failure ? [[field.name, failure] as const] : [];
  });
  return Object.fromEntries(entries);
}
