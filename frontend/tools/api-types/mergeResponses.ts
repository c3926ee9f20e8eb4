// Merges the schemas of a response that differ in restricted fields: the API answers one of several schemas, and a
// screen reads one in which the restricted fields are optional.
import type { Document, Schema } from "./openapi.ts";

const PREFIX = "#/components/schemas/";

function isSame(schema: Schema | undefined, other: Schema | undefined): boolean {
  return JSON.stringify(schema) === JSON.stringify(other);
}

/** Schemas with a field that names their kind are different records, not reductions of one. */
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
    (schema, index) => schemas.findIndex((o) => isSame(o, schema)) === index,
  );
  if (different.length === 1) return different[0] as Schema;
  const items = different.flatMap((schema) => schema.items ?? []);
  // Merges lists into a list of the merged items.
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

/** The schemas of requests, with the schemas inside them. */
export function reachableSchemas(
  bodies: Iterable<string>,
  schemas: Record<string, Schema>,
): Set<string> {
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

/** `ClientRow | ClientBasicRow` → `VisibleClientRow`, after the one with the most fields. */
export function mergeResponses({ components: { schemas } }: Document, bodies: Set<string>): void {
  const visit = (schema: Schema): void => {
    const refs = (schema.anyOf ?? []).flatMap(({ $ref }) => $ref?.replace(PREFIX, "") ?? []);
    const members = refs.map((name) => schemas[name] as Schema);
    const canMerge = members.every(({ properties }) => properties) && !isTagged(members);
    if (refs.length > 1 && canMerge) {
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
  // The bodies of requests must not change.
  const requestSchemas = reachableSchemas(bodies, schemas);
  for (const [name, schema] of Object.entries({ ...schemas }))
    if (!requestSchemas.has(name)) visit(schema);
}
