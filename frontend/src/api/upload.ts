// Sends a file as a form and tells how far it is: fetch cannot, so this is the one other way out to the server.
import { activeLocale } from "../i18n/locale";
import { apiAddress, csrfToken } from "./client";
import { ApiError } from "./errors";
import { react } from "./policy";
import type { Item } from "./types";

export type Sending<Sent> = { sent: Promise<Sent>; cancel: () => void };

type Upload = {
  method: "POST" | "PATCH";
  path: string;
  body: FormData;
  /** The same wish sent again is stored once. */
  key: string;
  /** From 0 to 1. */
  onProgress: (share: number) => void;
};

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

export function upload<Sent>({ method, path, body, key, onProgress }: Upload): Sending<Sent> {
  const request = new XMLHttpRequest();
  const sent = new Promise<Sent>((resolve, reject) => {
    request.addEventListener("load", () => {
      if (request.status >= 200 && request.status < 300) {
        resolve((request.response as Item<Sent>).data);
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
  request.open(method, apiAddress(path));
  request.withCredentials = true;
  request.responseType = "json";
  for (const [name, value] of Object.entries(headersOf(key))) request.setRequestHeader(name, value);
  request.send(body);
  return { sent, cancel: () => request.abort() };
}
