// Uploads a file with progress. `fetch` reports none, so this uses XMLHttpRequest.
import { activeLocale } from "../i18n/locale";
import { BASE_URL } from "./baseUrl";
import { ApiError } from "./errors";
import { handleApiError } from "./policy";
import { API_PREFIX, csrfToken, fillPath } from "./request";
import type { Data, FormFields, PathOf, PathWithParams } from "./wire";

export type UploadHandle<Result> = { result: Promise<Result>; cancel: () => void };

type Upload<T extends UploadTarget> = {
  fields: FieldsFor<T>;
  /** The server stores a repeated upload with this key once. */
  key: string;
  /** From 0 to 1. */
  onProgress: (share: number) => void;
};

/** The paths that accept a form with a file. */
type FormPath<M extends "post" | "patch"> = {
  [P in PathOf<M>]: [FormFields<P, M>] extends [never] ? never : P;
}[PathOf<M>];
type Target<M extends "post" | "patch"> = {
  [P in FormPath<M>]: { method: Uppercase<M> } & PathWithParams<P>;
}[FormPath<M>];

/** The path and method of an upload. */
export type UploadTarget = Target<"post"> | Target<"patch">;
/** The form fields that a target accepts. */
export type FieldsFor<T extends UploadTarget> = T extends UploadTarget
  ? FormFields<T["path"], Extract<"post" | "patch", Lowercase<T["method"]>>>
  : never;
type UploadResult<T extends UploadTarget> = T extends UploadTarget
  ? Data<T["path"], Extract<"post" | "patch", Lowercase<T["method"]>>>
  : never;

/** Rejects a canceled upload. */
export class UploadCancelled extends Error {}

function readFailure(request: XMLHttpRequest): ApiError {
  const body: unknown = request.response;
  const fields = typeof body === "object" && body !== null ? body : {};
  const retryAfter = request.getResponseHeader("Retry-After");
  return new ApiError(request.status, request.statusText, fields, retryAfter);
}

function headersFor(key: string): Record<string, string> {
  const token = csrfToken();
  return {
    Accept: "application/json",
    "X-Api-Locale": activeLocale(),
    "Idempotency-Key": key,
    ...(token ? { "X-XSRF-TOKEN": token } : {}),
  };
}

function toFormData(fields: object): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined || value === null) continue;
    form.append(name, value instanceof File ? value : String(value));
  }
  return form;
}

export function upload<T extends UploadTarget>(
  { method, path, params }: T,
  { fields, key, onProgress }: Upload<T>,
): UploadHandle<UploadResult<T>> {
  const request = new XMLHttpRequest();
  const result = new Promise<UploadResult<T>>((resolve, reject) => {
    const fail = (error: ApiError) => {
      handleApiError(error);
      reject(error);
    };
    request.addEventListener("load", () => {
      if (request.status >= 200 && request.status < 300) {
        resolve((request.response as { data: UploadResult<T> }).data);
        return;
      }
      fail(readFailure(request));
    });
    request.addEventListener("error", () => fail(new ApiError(0, "")));
    request.addEventListener("abort", () => reject(new UploadCancelled()));
  });
  request.upload.addEventListener("progress", (event) => {
    if (event.lengthComputable) onProgress(event.loaded / event.total);
  });
  request.open(method, BASE_URL + API_PREFIX + fillPath(path, params));
  request.withCredentials = true;
  request.responseType = "json";
  for (const [name, value] of Object.entries(headersFor(key)))
    request.setRequestHeader(name, value);
  request.send(toFormData(fields));
  return { result, cancel: () => request.abort() };
}
