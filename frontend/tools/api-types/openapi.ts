// The parts of an OpenAPI document that the generator reads.
export type Schema = {
  $ref?: string;
  type?: string;
  title?: unknown;
  description?: unknown;
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  enum?: string[];
  const?: string;
  pattern?: string;
  /** The values of an enumeration of /enum-options. */
  "x-values"?: string[];
  format?: string;
  maxLength?: number;
  maxItems?: number;
  minimum?: number;
  maximum?: number;
};

export type Parameter = { name: string; in: string; schema: Schema; "x-sort-keys"?: string[] };

type Content = { content?: Record<string, { schema: Schema }> };

export type Operation = {
  operationId: string;
  parameters?: Parameter[];
  requestBody?: Content;
  responses: Record<string, Content>;
};

export type Document = {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
};
