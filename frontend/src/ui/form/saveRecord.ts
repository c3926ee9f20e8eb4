// Sends a form: a creation with an idempotency key, a change with the version that it was based on.
import type { CallOptions } from "../../api/client";
import { sendApiCall } from "../../api/request";
import type { Item } from "../../api/types";
import type { ApiRecord, FieldDescription, FormValues } from "./fields";
import { changePayload, creationPayload, type Payload } from "./payload";

export type SavedRecord = ApiRecord & { api_id: string };

/** The record being edited, as it was read. */
export type EditedRecord = ApiRecord & { api_id?: string; version: number };

/** Where a record is read again, and how a change is sent. */
export type RecordEndpoint = {
  path: string;
  params?: Readonly<Record<string, string>> | undefined;
  method: "patch" | "post";
  /** Where it is read, if not at `path`. */
  readAt?: { path: string; params?: Readonly<Record<string, string>> };
};

/** A record of a list has a URL with its id; a singleton, such as the settings, has none. */
export function recordEndpoint(path: string, { api_id }: EditedRecord): RecordEndpoint {
  return api_id === undefined
    ? { path, method: "post" }
    : { path: `${path}/{id}`, params: { id: api_id }, method: "patch" };
}

/** The form shows that a month is closed. */
const EXPECTED = ["month_closed"] as const;

const idempotencyKeys = new Map<string, string>();

/** The same body has the same key, so that the server stores a repeated request once. */
function idempotencyKey(formKey: string, body: Payload): string {
  const requestId = `${formKey} ${JSON.stringify(body)}`;
  const key = idempotencyKeys.get(requestId) ?? crypto.randomUUID();
  idempotencyKeys.set(requestId, key);
  return key;
}

export async function createRecord(
  { path, params }: Pick<RecordEndpoint, "path" | "params">,
  formKey: string,
  body: Payload,
): Promise<SavedRecord> {
  const headers = { "Idempotency-Key": idempotencyKey(formKey, body) };
  const call = { method: "POST", params, body, headers, expect: EXPECTED };
  const saved = await sendApiCall<Item<SavedRecord>>(path, call);
  idempotencyKeys.clear();
  return saved.data;
}

export async function changeRecord(
  { path, params, method }: RecordEndpoint,
  body: Payload,
  version: number,
  options: CallOptions,
): Promise<SavedRecord> {
  const expect =
    options.expect === "any" ? options.expect : [...EXPECTED, ...(options.expect ?? [])];
  const call = {
    ...options,
    expect,
    method: method.toUpperCase(),
    params,
    body: { ...body, version },
  };
  return (await sendApiCall<Item<SavedRecord>>(path, call)).data;
}

export function requestBody(
  fields: readonly FieldDescription[],
  before: FormValues,
  now: FormValues,
  editing: boolean,
): Payload {
  return editing ? changePayload(fields, before, now) : creationPayload(fields, now);
}
