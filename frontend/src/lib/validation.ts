// The specification's validation rules and the keys of their messages, used by every form.

/** The key of a message in validation.json: a shown failure changes language with the page. */
type FailureKey = `validation.${
  | "required"
  | "email"
  | "max"
  | "min"
  | "confirmed"
  | "url"
  | "default"}`;

export type Failure = { key: FailureKey; values?: { length: number } };
export type Values = Readonly<Record<string, unknown>>;
export type Rule = (value: unknown, values: Values) => Failure | null;

// One address, no spaces, a dot in the domain: slightly stricter than a browser's own email field.
const EMAIL = /^[^\s@<>()[\]\\,;:"]+@[^\s@.<>()[\]\\,;:"]+(\.[^\s@.<>()[\]\\,;:"]+)+$/u;

function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null || value === false) return true;
  if (typeof value === "string") return value.trim() === "";
  return Array.isArray(value) && value.length === 0;
}

/** Every rule outside the required family accepts an empty value. */
function unlessEmpty(rule: Rule): Rule {
  return (value, values) => (isEmpty(value) ? null : rule(value, values));
}

/** Counts characters, not UTF-16 units: an emoji is one. In an array, every item must pass. */
function everyLength(value: unknown, isAccepted: (length: number) => boolean): boolean {
  const items = Array.isArray(value) ? value : [value];
  return items.every((item) => isAccepted(Array.from(String(item)).length));
}

export function required(): Rule {
  return (value) => (isEmpty(value) ? { key: "validation.required" } : null);
}

export function email(): Rule {
  return unlessEmpty((value) => (EMAIL.test(String(value)) ? null : { key: "validation.email" }));
}

/** Must equal the other field. */
export function confirmed(target: string): Rule {
  return unlessEmpty((value, values) =>
    value === values[target] ? null : { key: "validation.confirmed" },
  );
}

export function min(length: number): Rule {
  return unlessEmpty((value) =>
    everyLength(value, (count) => count >= length)
      ? null
      : { key: "validation.min", values: { length } },
  );
}

export function max(length: number): Rule {
  return unlessEmpty((value) =>
    everyLength(value, (count) => count <= length)
      ? null
      : { key: "validation.max", values: { length } },
  );
}

export function url(pattern?: RegExp): Rule {
  return unlessEmpty((value) => {
    const text = String(value);
    const isAccepted = URL.canParse(text) && (pattern === undefined || pattern.test(text));
    return isAccepted ? null : { key: "validation.url" };
  });
}

/** Required while the other field has one of these values. */
export function requiredIf(field: string, accepted: readonly unknown[]): Rule {
  return (value, values) => (accepted.includes(values[field]) ? required()(value, values) : null);
}

/** Required while every listed field has its listed value. */
export function requiredIfAll(pairs: Values): Rule {
  return (value, values) => {
    const all = Object.entries(pairs).every(([field, expected]) => values[field] === expected);
    return all ? required()(value, values) : null;
  };
}

/** A check of one screen; a failure has the specification's default message. */
export function satisfies(test: (value: unknown, values: Values) => boolean): Rule {
  return unlessEmpty((value, values) =>
    test(value, values) ? null : { key: "validation.default" },
  );
}

export function firstFailure(
  rules: readonly Rule[],
  value: unknown,
  values: Values,
): Failure | null {
  for (const rule of rules) {
    const failure = rule(value, values);
    if (failure) return failure;
  }
  return null;
}
