// Generates the front end's view of the API from its OpenAPI document: the types, one module per body with the limits
// of its fields, and one per list with the values of its filters. A page loads only its own.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import openapiTS, { astToString } from "openapi-typescript";
import { mergeResponses, reachableSchemas } from "./mergeResponses.ts";
import type { Document, Operation, Parameter, Schema } from "./openapi.ts";

const API_PREFIX = "/api/v1";
const TARGET = new URL("../../src/api/", import.meta.url);
const SHAPES = new URL("shapes/", TARGET);
const HEADER = "// Generated from the OpenAPI document; `make gen` writes it again.\n";

/** Drops titles and descriptions; a field of that name has a schema, and stays. */
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

/** Drops the prefix and the error responses, which the client knows. */
function dropKnownParts(): void {
  document.paths = Object.fromEntries(
    Object.entries(document.paths).map(([path, item]) => [path.replace(API_PREFIX, ""), item]),
  );
  for (const [, , operation] of operations()) {
    const successes = Object.entries(operation.responses).filter(([status]) => status < "300");
    operation.responses = Object.fromEntries(successes);
  }
}

/** Types a list's sort keys, ascending and descending. */
function typeSortKeys({ schema, "x-sort-keys": keys }: Parameter): void {
  if (!keys) return;
  const both = keys.flatMap((key) => (key.startsWith("-") ? [key] : [key, `-${key}`]));
  Object.assign(schema, both.length > 0 ? { enum: both } : { type: "null" });
}

/** The member of a schema that is not null. */
function nonNull(schema: Schema): Schema {
  return schema.anyOf?.find(({ type }) => type !== "null") ?? schema;
}

/** The maximum length of a text or bounds of a number; of a list, those of each item. */
function readLimits(schema: Schema): Record<string, number> | undefined {
  const inner = nonNull(schema);
  const { type, maxLength, minimum, maximum } = inner.items ?? inner;
  const max = type === "string" ? maxLength : maximum;
  const limits = {
    ...(type === "integer" && minimum !== undefined ? { min: minimum } : {}),
    ...(max !== undefined && ["string", "integer"].includes(type ?? "") ? { max } : {}),
    ...(inner.maxItems === undefined ? {} : { items: inner.maxItems }),
  };
  return Object.keys(limits).length === 0 ? undefined : limits;
}

/** The values of an enumeration, as source code. */
function enumValues(schema: Schema): string | undefined {
  const inner = nonNull(schema);
  const { enum: values, const: only } = inner.items ?? inner;
  return values || only ? JSON.stringify(values ?? [only]) : undefined;
}

/** The enumerations of /enum-options by name. */
const ENUMS = Object.values(document.components.schemas).flatMap(({ properties }) =>
  Object.entries(properties?.data?.properties ?? {}).flatMap(([name, { "x-values": values }]) =>
    values ? [{ name, values: new Set(values) }] : [],
  ),
);

/**
 * The names of the enumerations with exactly these values, else of those that contain them, as source code of a type.
 */
function enumNames(values: readonly string[]): string {
  const matching = ENUMS.filter((one) => values.every((value) => one.values.has(value)));
  const equal = matching.filter((one) => one.values.size === values.length);
  const names = equal.length > 0 ? equal : matching;
  return names.map(({ name }) => JSON.stringify(name)).join(" | ") || "never";
}

/** The formats of texts and the enumerations of values, as source code of a type. */
function formatsOf(fields: readonly (readonly [string, Schema])[]): string | undefined {
  const entries = fields.flatMap(([name, schema]) => {
    const inner = nonNull(schema);
    const { type, format, enum: values, const: only } = inner.items ?? inner;
    if (type !== "string") return [];
    if (values || only) return [[name, `{ enum: ${enumNames(values ?? [only ?? ""])} }`] as const];
    return format ? [[name, JSON.stringify(format)] as const] : [];
  });
  return entries.length === 0 ? undefined : objectLiteral(entries);
}

/** The accepted values of a filter or their pattern, as source code. */
function filterValues(schema: Schema): string | undefined {
  const inner = nonNull(schema);
  const { type, pattern } = inner.items ?? inner;
  if (type === "boolean") return '["true", "false"]';
  return enumValues(schema) ?? (pattern && `/${pattern.replaceAll("/", "\\/")}/`);
}

/** An object literal of the entries that have a value. */
function objectLiteral(entries: readonly (readonly [string, string | undefined])[]): string {
  const present = entries.filter(([, code]) => code !== undefined);
  return `{ ${present.map(([name, code]) => `${JSON.stringify(name)}: ${code}`).join(", ")} }`;
}

function writeShape(name: string, imported: string, ...constants: readonly string[]): void {
  const imports = `import type { ${imported} } from "../wire";\n`;
  const exports = constants.map((constant) => `\nexport const ${constant};\n`);
  writeFileSync(new URL(`${name}.gen.ts`, SHAPES), HEADER + imports + exports.join(""));
}

/** A shape whose type contains the formats of its parameters. */
function writeFormattedShape(name: string, shape: string, formats: string): void {
  const imports = 'import type { Formats, QueryShape } from "../wire";\n';
  const code = `\nconst shape = ${shape};\n\nexport const ${name}: typeof shape & Formats<${formats}> = shape;\n`;
  writeFileSync(new URL(`${name}.gen.ts`, SHAPES), HEADER + imports + code);
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
      .map((parameter) => [parameter.name, filterValues(parameter.schema)] as const);
    const quoted = JSON.stringify(path);
    const code = objectLiteral([
      ["path", quoted],
      ["values", objectLiteral(filters)],
    ]);
    const shape = `${code} as const satisfies QueryShape<${quoted}>`;
    const formats = formatsOf(query.map((parameter) => [parameter.name, parameter.schema]));
    if (formats === undefined) writeShape(name, "QueryShape", `${name} = ${shape}`);
    else writeFormattedShape(name, shape, formats);
  }
  for (const name of reachableSchemas(bodyNames(), document.components.schemas))
    writeBody(name, `Schemas["${name}"]`, document.components.schemas[name]);
  // A body without a name is named after its operation.
  for (const [path, method, { operationId, requestBody }] of operations()) {
    const schema = requestBody?.content["application/json"]?.schema;
    if (schema?.properties)
      writeBody(camelCase(operationId), `Exclude<Body<"${path}", "${method}">, FormData>`, schema);
  }
}

function writeBody(name: string, type: string, schema: Schema | undefined): void {
  const fields = Object.entries(schema?.properties ?? {});
  if (fields.length === 0) return;
  const limits = fields.map(
    ([field, property]) => [field, JSON.stringify(readLimits(property))] as const,
  );
  const values = fields.map(([field, property]) => [field, enumValues(property)] as const);
  writeShape(
    name,
    `BodyShape, ${type.startsWith("Schemas") ? "Schemas" : "Body"}`,
    `${name}: BodyShape<${type}, ${formatsOf(fields) ?? "object"}> = ${objectLiteral([["limits", objectLiteral(limits)]])}`,
    `${name}Values = ${objectLiteral(values)} as const`,
  );
}

function camelCase(name: string): string {
  return name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}

function bodyNames(): Set<string> {
  const bodies = [...operations()].flatMap(([, , { requestBody }]) =>
    Object.values(requestBody?.content ?? {}),
  );
  return new Set(bodies.flatMap(({ schema }) => nonNull(schema).$ref?.split("/").at(-1) ?? []));
}

dropKnownParts();
mergeResponses(document, bodyNames());
for (const [, , { parameters = [] }] of operations())
  for (const parameter of parameters) typeSortKeys(parameter);
const types = await openapiTS(structuredClone(document) as never, {
  alphabetize: true,
  defaultNonNullable: false,
});
writeFileSync(new URL("schema.gen.ts", TARGET), HEADER + astToString(types));
writeShapes();
