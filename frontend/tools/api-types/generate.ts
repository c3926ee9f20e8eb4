// Writes what the front end knows of the API from its OpenAPI document: the types, and one module of run-time values
// per body (the limits of its fields) and per list (the values of its filters), so that a page loads only its own.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import openapiTS, { astToString } from "openapi-typescript";
import { mergeAnswers, schemasOf } from "./mergeAnswers.ts";
import type { Document, Operation, Parameter, Schema } from "./openapi.ts";

const API_PREFIX = "/api/v1";
const TARGET = new URL("../../src/api/", import.meta.url);
const SHAPES = new URL("shapes/", TARGET);
const HEADER = "// Generated from the OpenAPI document; `make gen` writes it again.\n";

/** Titles and descriptions are for people; a field of such a name has a schema, and stays. */
function dropProse(key: string, value: unknown): unknown {
  return ["title", "description"].includes(key) && typeof value === "string" ? undefined : value;
}

const document: Document = JSON.parse(
  readFileSync(new URL("../../openapi.json", import.meta.url), "utf8"),
  dropProse,
);

function* operations(): Iterable<[path: string, method: string, operation: Operation]> {
  for (const [path, item] of Object.entries(document.paths))
    for (const [method, operation] of Object.entries(item)) yield [path, method, operation];
}

/** The prefix and the refusals are the same everywhere: the client knows them. */
function shrink(): void {
  document.paths = Object.fromEntries(
    Object.entries(document.paths).map(([path, item]) => [path.replace(API_PREFIX, ""), item]),
  );
  for (const [, , operation] of operations()) {
    const answers = Object.entries(operation.responses).filter(([status]) => status < "300");
    operation.responses = Object.fromEntries(answers);
  }
}

/** A list is sorted by its own keys, ascending or descending. */
function nameSorts({ schema, "x-sort-keys": keys }: Parameter): void {
  if (!keys) return;
  const both = keys.flatMap((key) => (key.startsWith("-") ? [key] : [key, `-${key}`]));
  Object.assign(schema, both.length > 0 ? { enum: both } : { type: "null" });
}

/** The part of a schema that is not null. */
function partOf(schema: Schema): Schema {
  return schema.anyOf?.find(({ type }) => type !== "null") ?? schema;
}

/** How long a text or how large a number may be; a list's are those of each entry. */
function limitsOf(schema: Schema): Record<string, number> | undefined {
  const part = partOf(schema);
  const { type, maxLength, minimum, maximum } = part.items ?? part;
  if (type === "string") return maxLength === undefined ? undefined : { max: maxLength };
  if (type !== "integer" || (minimum === undefined && maximum === undefined)) return undefined;
  return {
    ...(minimum === undefined ? {} : { min: minimum }),
    ...(maximum === undefined ? {} : { max: maximum }),
  };
}

/** The values of an enumeration, as code. */
function enumOf(schema: Schema): string | undefined {
  const part = partOf(schema);
  const { enum: values, const: only } = part.items ?? part;
  return values || only ? JSON.stringify(values ?? [only]) : undefined;
}

/** What a filter can be, as code: the values themselves, or how they look. */
function valuesOf(schema: Schema): string | undefined {
  const part = partOf(schema);
  const { type, pattern } = part.items ?? part;
  if (type === "boolean") return '["true", "false"]';
  return enumOf(schema) ?? (pattern && `/${pattern.replaceAll("/", "\\/")}/`);
}

/** An object as code, of the entries that there are. */
function literal(entries: readonly (readonly [string, string | undefined])[]): string {
  const known = entries.filter(([, code]) => code !== undefined);
  return `{ ${known.map(([name, code]) => `${JSON.stringify(name)}: ${code}`).join(", ")} }`;
}

function writeShape(name: string, imported: string, ...constants: readonly string[]): void {
  const imports = `import type { ${imported} } from "../wire";\n`;
  const exports = constants.map((constant) => `\nexport const ${constant};\n`);
  writeFileSync(new URL(`${name}.gen.ts`, SHAPES), HEADER + imports + exports.join(""));
}

function writeShapes(): void {
  rmSync(SHAPES, { recursive: true, force: true });
  mkdirSync(SHAPES);
  for (const [path, method, { operationId, parameters = [] }] of operations()) {
    const query = parameters.filter((parameter) => parameter.in === "query");
    if (method !== "get" || query.length === 0) continue;
    const name = camelCase(operationId);
    const filters = query
      .filter((parameter) => parameter.name !== "sort")
      .map((parameter) => [parameter.name, valuesOf(parameter.schema)] as const);
    const quoted = JSON.stringify(path);
    const code = literal([
      ["path", quoted],
      ["values", literal(filters)],
    ]);
    writeShape(name, "QueryShape", `${name} = ${code} as const satisfies QueryShape<${quoted}>`);
  }
  for (const name of schemasOf(bodyNames(), document.components.schemas))
    writeBody(name, `Schemas["${name}"]`, document.components.schemas[name]);
  // A body without a name of its own goes by the call that takes it.
  for (const [path, method, { operationId, requestBody }] of operations()) {
    const schema = requestBody?.content["application/json"]?.schema;
    if (schema?.properties)
      writeBody(camelCase(operationId), `Exclude<Body<"${path}", "${method}">, FormData>`, schema);
  }
}

function writeBody(name: string, type: string, schema: Schema | undefined): void {
  const fields = Object.entries(schema?.properties ?? {});
  if (fields.length === 0) return;
  const limits = fields.map(([field, each]) => [field, JSON.stringify(limitsOf(each))] as const);
  const values = fields.map(([field, each]) => [field, enumOf(each)] as const);
  writeShape(
    name,
    `BodyShape, ${type.startsWith("Schemas") ? "Schemas" : "Body"}`,
    `${name}: BodyShape<${type}> = ${literal([["limits", literal(limits)]])}`,
    `${name}Values = ${literal(values)} as const`,
  );
}

function camelCase(name: string): string {
  return name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}

function bodyNames(): Set<string> {
  const bodies = [...operations()].flatMap(([, , { requestBody }]) =>
    Object.values(requestBody?.content ?? {}),
  );
  return new Set(bodies.flatMap(({ schema }) => partOf(schema).$ref?.split("/").at(-1) ?? []));
}

shrink();
mergeAnswers(document, bodyNames());
for (const [, , { parameters = [] }] of operations()) for (const one of parameters) nameSorts(one);
const types = await openapiTS(structuredClone(document) as never, {
  alphabetize: true,
  defaultNonNullable: false,
});
writeFileSync(new URL("schema.gen.ts", TARGET), HEADER + astToString(types));
writeShapes();
