// Tests each validation rule and its message against the specification.
import { describe, expect, it } from "vitest";
import english from "../i18n/en/validation.json";
import french from "../i18n/fr/validation.json";
import {
  confirmed,
  email,
  firstFailure,
  max,
  min,
  type Rule,
  required,
  requiredIf,
  requiredIfAll,
  satisfies,
  url,
} from "./validation";

const REQUIRED = "validation.required";

describe("each rule", () => {
  it.each<[string, Rule, unknown, string | null]>([
    ["required", required(), "", REQUIRED],
    ["required", required(), " \t\n\u00a0\u3000", REQUIRED],
    ["required", required(), false, REQUIRED],
    ["required", required(), null, REQUIRED],
    ["required", required(), undefined, REQUIRED],
    ["required", required(), [], REQUIRED],
    ["required", required(), 0, null],
    ["required", required(), "0", null],
    ["required", required(), true, null],
    ["required", required(), ["a"], null],
    ["email", email(), "a@b.ca", null],
    ["email", email(), "prénom.nom+x@sous.domaine.québec", null],
    ["email", email(), "a@b", "validation.email"],
    ["email", email(), "a b@c.ca", "validation.email"],
    ["email", email(), "a@b..ca", "validation.email"],
    ["email", email(), "a@b.ca, c@d.ca", "validation.email"],
    ["email", email(), "", null],
    ["confirmed", confirmed("other"), "same", null],
    ["confirmed", confirmed("other"), "Same", "validation.confirmed"],
    ["confirmed", confirmed("other"), "", null],
    ["min", min(3), "ab", "validation.min"],
    ["min", min(3), "abc", null],
    ["min", min(2), "\u{1F600}", "validation.min"],
    ["min", min(2), ["ab", "c"], "validation.min"],
    ["min", min(2), ["ab", "cd"], null],
    ["min", min(9), "", null],
    ["min", min(9), [], null],
    ["max", max(2), "\u{1F600}\u{1F600}", null],
    ["max", max(2), "abc", "validation.max"],
    ["max", max(2), ["ab", "abc"], "validation.max"],
    ["max", max(1), ["a", "b", "c"], null],
    ["max", max(2), 123, "validation.max"],
    ["url", url(), "https://regie.example/a?b=c", null],
    ["url", url(), "regie.example", "validation.url"],
    ["url", url(/^https:/), "http://regie.example", "validation.url"],
    ["url", url(/^https:/), "https://regie.example", null],
    ["url", url(), "", null],
    ["holds", satisfies((value) => value === "x"), "y", "validation.default"],
    ["holds", satisfies(() => false), "", null],
  ])("%s: case %#", (_name, rule, value, key) => {
    expect(rule(value, { other: "same" })?.key ?? null).toBe(key);
  });
});

describe("conditionally required", () => {
  it.each([
    ["oos", "", REQUIRED],
    ["retainer", "   ", REQUIRED],
    ["fixed", "", null],
    ["oos", "x", null],
  ])("kind %s and %j", (kind, value, key) => {
    const rule = requiredIf("kind", ["oos", "retainer"]);
    expect(rule(value, { kind })?.key ?? null).toBe(key);
  });

  it.each([
    [{ kind: "oos", billed: true }, REQUIRED],
    [{ kind: "oos", billed: false }, null],
    [{ billed: true }, null],
  ])("all of %j", (values, key) => {
    const rule = requiredIfAll({ kind: "oos", billed: true });
    expect(rule("", values)?.key ?? null).toBe(key);
  });
});

describe("messages", () => {
  it("match the specification in English", () => {
    expect(english).toEqual({
      required: "The field is required",
      email: "The field must be a valid email",
      max: "The field may not be greater than {length} characters",
      min: "The field must be at least {length} characters",
      confirmed: "The field confirmation does not match",
      url: "The field is not a valid URL",
      default: "The field is not valid",
    });
  });

  it("match the specification in French", () => {
    expect(french.required).toBe("Le champ est obligatoire");
    expect(french.email).toBe("Le champ doit être une adresse e-mail valide");
  });

  it("contain the length, and come from the first failing rule", () => {
    expect(firstFailure([required(), max(2), email()], "abc", {})).toEqual({
      key: "validation.max",
      values: { length: 2 },
    });
    expect(firstFailure([required(), email()], "a@b.ca", {})).toBeNull();
  });
});
