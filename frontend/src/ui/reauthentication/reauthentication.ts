// Requests and reads the proof that the server requires for sensitive changes.
import type { QueryClient } from "@tanstack/react-query";
import { api } from "../../api/client";
import { ApiError } from "../../api/errors";
import { dataQuery } from "../../api/queries";

export const SECOND_FACTOR_PATH = "/me/second-factor";
const PROOF_REQUIRED = "reauthentication_required";
/** The server's request for a proof is no failure: the screen opens the dialog. */
export const EXPECT_REAUTHENTICATION = { expect: [PROOF_REQUIRED] } as const;

export const secondFactorQuery = dataQuery(SECOND_FACTOR_PATH);

export function refreshSecondFactor(queryClient: QueryClient): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: secondFactorQuery.queryKey });
}

export function isReauthenticationNeeded(error: unknown): boolean {
  return error instanceof ApiError && error.code === PROOF_REQUIRED;
}

/** The page has already shown any other error of the API. */
export async function ignoreApiErrors(change: () => Promise<void>): Promise<void> {
  try {
    await change();
  } catch (error) {
    if (!(error instanceof ApiError) || isReauthenticationNeeded(error)) throw error;
  }
}

export const reauthenticate = (proof: { password: string } | { code: string }) =>
  api.post("/me/reauthentications", proof);
