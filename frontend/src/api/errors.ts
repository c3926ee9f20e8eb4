// The error of a failed call, with or without a response.
import { statusPhrase } from "./statusPhrases";
import type { ErrorCode } from "./types";

/** A field's value as another user saved it and as this one sent it. */
export type Conflict = { theirs: unknown; yours: unknown };

type ErrorBody = {
  code?: ErrorCode;
  message?: string;
  errors?: Record<string, string[]>;
  conflicts?: Record<string, Conflict>;
  version?: number;
  month?: string;
  first_open_day?: string;
  request_id?: string;
};

/** A change was refused because it would alter a closed month. Both are days: the first of the month, the first open one. */
export type ClosedMonth = { month: string; firstOpenDay: string };

export class ApiError extends Error {
  /** 0 without a response. */
  readonly status: number;
  readonly statusText: string;
  readonly code: ErrorCode | "network" | "unknown";
  readonly errors: Record<string, string[]>;
  readonly conflicts: Record<string, Conflict>;
  readonly version: number | null;
  readonly closedMonth: ClosedMonth | null;
  readonly requestId: string | null;
  /** How many seconds the server asks to wait, if it does. */
  readonly retryAfter: number | null;

  constructor(
    status: number,
    statusText: string,
    body: ErrorBody = {},
    retryAfter: string | null = null,
  ) {
    super(body.message ?? "");
    this.name = "ApiError";
    this.status = status;
    this.statusText = statusPhrase(status, statusText);
    this.code = body.code ?? (status === 0 ? "network" : "unknown");
    this.errors = body.errors ?? {};
    this.conflicts = body.conflicts ?? {};
    this.version = body.version ?? null;
    this.closedMonth =
      body.month && body.first_open_day
        ? { month: body.month, firstOpenDay: body.first_open_day }
        : null;
    this.requestId = body.request_id ?? null;
    this.retryAfter = Number(retryAfter) || null;
  }
}

/** Reads an error response; one that is not our JSON, such as a proxy's page, still has its status. */
export async function readError(response: Response): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => null);
  const fields = typeof body === "object" && body !== null ? (body as ErrorBody) : {};
  const retryAfter = response.headers.get("Retry-After");
  return new ApiError(response.status, response.statusText, fields, retryAfter);
}
