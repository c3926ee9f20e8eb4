// What a failed call tells the rest of the application; one error class for answers and for silence.
import { statusPhrase } from "./statusPhrases";

/** A field's value as the other editor stored it and as this one sent it. */
export type Conflict = { theirs: unknown; yours: unknown };

type ErrorBody = {
  code?: string;
  message?: string;
  errors?: Record<string, string[]>;
  conflicts?: Record<string, Conflict>;
  version?: number;
  request_id?: string;
};

export class ApiError extends Error {
  /** 0 when no answer came at all. */
  readonly status: number;
  readonly statusText: string;
  readonly code: string;
  readonly errors: Record<string, string[]>;
  readonly conflicts: Record<string, Conflict>;
  readonly version: number | null;
  readonly requestId: string | null;
  /** How many seconds the server asks to wait, where it does. */
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
    this.statusText = statusText || statusPhrase(status);
    this.code = body.code ?? (status === 0 ? "network" : "unknown");
    this.errors = body.errors ?? {};
    this.conflicts = body.conflicts ?? {};
    this.version = body.version ?? null;
    this.requestId = body.request_id ?? null;
    this.retryAfter = Number(retryAfter) || null;
  }
}

/** Reads an error answer; one that is not our JSON (a proxy's page, say) still has its status. */
export async function readError(response: Response): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => null);
  const known = typeof body === "object" && body !== null ? (body as ErrorBody) : {};
  const retryAfter = response.headers.get("Retry-After");
  return new ApiError(response.status, response.statusText, known, retryAfter);
}
