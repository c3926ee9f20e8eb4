// Reads the server's reasons for a 422 response.
import { ApiError } from "../../api/errors";

/** Null for every other failure. */
export function validationReason(error: unknown): string | null {
  if (!(error instanceof ApiError && error.status === 422)) return null;
  return Object.values(error.errors).flat().join(" · ") || error.message;
}
