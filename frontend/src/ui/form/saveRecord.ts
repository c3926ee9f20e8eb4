// Sends a form once: a creation under its own key, a change with the version it was made from.
import { type CallOptions, sendDescribed } from "../../api/client";
import type { Item } from "../../api/types";
import type { ApiRecord, FieldDescription, FormValues } from "./fields";
import { changePayload, creationPayload, type Payload } from "./payload";

export type SavedRecord = ApiRecord & { api_id: string };

/** The record being edited, as it was read. */
export type EditedRecord = ApiRecord & { api_id?: string; version: number };

/** Where an edited record is read again, and how a change of it is sent. */
export type RecordEndpoint = {
  path: string;
  params?: Readonly<Record<string, string>> | undefined;
  method: "patch" | "post";
  /** Where it is read again, when that is another place. */
  readAt?: { path: string; params?: Readonly<Record<string, string>> };
};

/** One of many has an address of its own; the only one of its kind, such as the settings, has no id. */
export function endpointOf(path: string, { api_id }: EditedRecord): RecordEndpoint {
  return api_id === undefined
    ? { path, method: "post" }
    : { path: `${path}/{id}`, params: { id: api_id }, method: "patch" };
}

const keys = new Map<string, string>();

/** The same body sent again is the same wish: it gets the same key, and the server the same answer. */
function idempotencyKey(formKey: string, body: Payload): string {
  const wish = `${formKey} ${JSON.stringify(body)}`;
  const known = keys.get(wish) ?? crypto.randomUUID();
  keys.set(wish, known);
  return known;
}

export async function createRecord(
  { path, params }: Pick<RecordEndpoint, "path" | "params">,
  formKey: string,
  body: Payload,
): Promise<SavedRecord> {
  const headers = { "Idempotency-Key": idempotencyKey(formKey, body) };
  const call = { method: "POST", params, body, headers };
  const saved = await sendDescribed<Item<SavedRecord>>(path, call);
  keys.clear();
  return saved.data;
}

export async function changeRecord(
  { path, params, method }: RecordEndpoint,
  body: Payload,
  version: number,
  options: CallOptions,
): Promise<SavedRecord> {
  const call = { ...options, method: method.toUpperCase(), params, body: { ...body, version } };
  return (await sendDescribed<Item<SavedRecord>>(path, call)).data;
}

export function bodyToSend(
  fields: readonly FieldDescription[],
  before: FormValues,
  now: FormValues,
  editing: boolean,
): Payload {
  return editing ? changePayload(fields, before, now) : creationPayload(fields, now);
}
