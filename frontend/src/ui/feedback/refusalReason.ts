// Why what an address asks for can never be answered, in the server's words.
import { ApiError } from "../../api/errors";

/** Null for every other failure. */
export function refusalReason(error: unknown): string | null {
  if (!(error instanceof ApiError && error.status === 422)) return null;
  return Object.values(error.errors).flat().join(" · ") || error.message;
}
