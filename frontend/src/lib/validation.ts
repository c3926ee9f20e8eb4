// The specification's form rules and, by key, its messages; every form of the product uses these and no others.

/** The key of a message in validation.json, so that a shown failure changes language with the page. */
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

// One address, no spaces, a dot in the domain: what a browser's own e-mail field accepts, and a little less.
const EMAIL = /^[^\s@<>()[\]\\,;:"]+@[^\s@.<>()[\]\\,;:"]+(\.[^\s@.<>()[\]\\,;:"]+)+$/u;

function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null || value === false) return true;
  if (typeof value === "string") return value.trim() === "";
  return Array.isArray(value) && value.length === 0;
}

/** Every rule outside the required family passes an empty value. */
function unlessEmpty(rule: Rule): Rule {
  return (value, values) => (isEmpty(value) ? null : rule(value, values));
}

/** Characters as people count them: an emoji outside the first plane is one. Arrays: every item. */
function everyLength(value: unknown, fits: (length: number) => boolean): boolean {
  const items = Array.isArray(value) ? value : [value];
  return items.every((item) => fits(Array.from(String(item)).length));
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
    const fits = URL.canParse(text) && (pattern === undefined || pattern.test(text));
    return fits ? null : { key: "validation.url" };
  });
}

/** Required while the other field has one of these values. */
export function requiredIf(field: string, listed: readonly unknown[]): Rule {
  return (value, values) => (listed.includes(values[field]) ? required()(value, values) : null);
}

/** Required while every listed field has its listed value. */
export function requiredIfAll(pairs: Values): Rule {
  return (value, values) => {
    const all = Object.entries(pairs).every(([field, wanted]) => values[field] === wanted);
    return all ? required()(value, values) : null;
  };
}

/** A check of one screen's own; its failure has the specification's default message. */
export function holds(test: (value: unknown, values: Values) => boolean): Rule {
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
