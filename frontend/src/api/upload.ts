// Sends a file as a form and tells how far it is: fetch cannot, so this is the one other way out to the server.
import { activeLocale } from "../i18n/locale";
import { API_PREFIX, BASE_URL, csrfToken, fillPath } from "./client";
import { ApiError } from "./errors";
import { react } from "./policy";
import type { At, Body, Data, PathOf } from "./wire";

export type Sending<Sent> = { sent: Promise<Sent>; cancel: () => void };

type Upload = {
  body: FormData;
  /** The same wish sent again is stored once. */
  key: string;
  /** From 0 to 1. */
  onProgress: (share: number) => void;
};

/** The paths that take a form with a file. */
type FormPath<M extends "post" | "patch"> = {
  [P in PathOf<M>]: FormData extends Body<P, M> ? P : never;
}[PathOf<M>];
type Target<M extends "post" | "patch"> = {
  [P in FormPath<M>]: { method: Uppercase<M> } & At<P>;
}[FormPath<M>];

/** Where a file goes. */
export type UploadTarget = Target<"post"> | Target<"patch">;
type Uploaded<T extends UploadTarget> = T extends UploadTarget
  ? Data<T["path"], Extract<"post" | "patch", Lowercase<T["method"]>>>
  : never;

/** Thrown when the reader has called it off. */
export class Cancelled extends Error {}

const SESSION_ENDED: readonly number[] = [401, 419];

function failureOf(request: XMLHttpRequest): ApiError {
  const body: unknown = request.response;
  const known = typeof body === "object" && body !== null ? body : {};
  const retryAfter = request.getResponseHeader("Retry-After");
  return new ApiError(request.status, request.statusText, known, retryAfter);
}

function headersOf(key: string): Record<string, string> {
  const token = csrfToken();
  return {
    Accept: "application/json",
    "X-Api-Locale": activeLocale(),
    "Idempotency-Key": key,
    ...(token ? { "X-XSRF-TOKEN": token } : {}),
  };
}

export function upload<T extends UploadTarget>(
  { method, path, params }: T,
  { body, key, onProgress }: Upload,
): Sending<Uploaded<T>> {
  const request = new XMLHttpRequest();
  const sent = new Promise<Uploaded<T>>((resolve, reject) => {
    request.addEventListener("load", () => {
      if (request.status >= 200 && request.status < 300) {
        resolve((request.response as { data: Uploaded<T> }).data);
        return;
      }
      const failure = failureOf(request);
      if (SESSION_ENDED.includes(failure.status)) react(failure);
      reject(failure);
    });
    request.addEventListener("error", () => reject(new ApiError(0, "")));
    request.addEventListener("abort", () => reject(new Cancelled()));
  });
  request.upload.addEventListener("progress", (event) => {
    if (event.lengthComputable) onProgress(event.loaded / event.total);
  });
  request.open(method, BASE_URL + API_PREFIX + fillPath(path, params));
  request.withCredentials = true;
  request.responseType = "json";
  for (const [name, value] of Object.entries(headersOf(key))) request.setRequestHeader(name, value);
  request.send(body);
  return { sent, cancel: () => request.abort() };
}
