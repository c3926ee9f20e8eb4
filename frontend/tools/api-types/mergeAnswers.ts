// Fields that a reader may not see are absent from a record, so the API answers one of several schemas. A screen reads
// them as one: what only some of them have is optional.
import type { Document, Schema } from "./openapi.ts";

const PREFIX = "#/components/schemas/";

function isSame(one: Schema | undefined, other: Schema | undefined): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Two kinds of record with a field that names the kind are not reductions of each other. */
function isTagged(members: readonly Schema[]): boolean {
  const [first] = members;
  return Object.keys(first?.properties ?? {}).some((name) => {
    const tags = members.map(({ properties }) => properties?.[name]?.const);
    return tags.every((tag) => tag !== undefined) && new Set(tags).size > 1;
  });
}

function mergedProperty(name: string, members: readonly Schema[]): Schema {
  const schemas = members.flatMap(({ properties }) => properties?.[name] ?? []);
  const different = schemas.filter(
    (one, index) => schemas.findIndex((o) => isSame(o, one)) === index,
  );
  if (different.length === 1) return different[0] as Schema;
  const items = different.flatMap((one) => one.items ?? []);
  // Several lists are one list of what each holds.
  return items.length === different.length
    ? { type: "array", items: { anyOf: items } }
    : { anyOf: different };
}

function merge(members: readonly Schema[]): Schema {
  const names = new Set(members.flatMap(({ properties }) => Object.keys(properties ?? {})));
  return {
    type: "object",
    properties: Object.fromEntries([...names].map((name) => [name, mergedProperty(name, members)])),
    required: [...names].filter((name) =>
      members.every(({ required }) => required?.includes(name)),
    ),
  };
}

/** What is sent, each with the schemas inside it. */
export function schemasOf(bodies: Iterable<string>, schemas: Record<string, Schema>): Set<string> {
  const found = new Set<string>();
  const add = (name: string): void => {
    if (found.has(name)) return;
    found.add(name);
    for (const [, inner] of JSON.stringify(schemas[name]).matchAll(
      /"#\/components\/schemas\/([^"]+)"/g,
    ))
      add(inner as string);
  };
  for (const name of bodies) add(name);
  return found;
}

/** `ClientRow | ClientBasicRow` → `VisibleClientRow`: the one with the most fields gives it its name. */
export function mergeAnswers({ components: { schemas } }: Document, bodies: Set<string>): void {
  const visit = (schema: Schema): void => {
    const refs = (schema.anyOf ?? []).flatMap(({ $ref }) => $ref?.replace(PREFIX, "") ?? []);
    const members = refs.map((name) => schemas[name] as Schema);
    const isAnswer = members.every(({ properties }) => properties) && !isTagged(members);
    if (refs.length > 1 && isAnswer) {
      const sizes = members.map(({ properties }) => Object.keys(properties ?? {}).length);
      const name = `Visible${refs[sizes.indexOf(Math.max(...sizes))]}`;
      schemas[name] = merge(members);
      const others = schema.anyOf?.filter(({ $ref }) => !$ref) ?? [];
      if (others.length > 0) schema.anyOf = [{ $ref: PREFIX + name }, ...others];
      else {
        delete schema.anyOf;
        schema.$ref = PREFIX + name;
      }
      visit(schemas[name]);
    }
    for (const part of [...(schema.anyOf ?? []), ...Object.values(schema.properties ?? {})])
      visit(part);
    if (schema.items) visit(schema.items);
  };
  // Bodies of requests must not change.
  const sent = schemasOf(bodies, schemas);
  for (const [name, schema] of Object.entries({ ...schemas })) if (!sent.has(name)) visit(schema);
}
