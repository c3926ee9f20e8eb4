// What shows that it is still the person themself who sits there, and how fresh that is.
import type { QueryClient } from "@tanstack/react-query";
import { api } from "../../api/client";
import { ApiError } from "../../api/errors";
import { dataQuery } from "../../api/queries";

export const SECOND_FACTOR_PATH = "/me/second-factor";
const PROOF_NEEDED = "proof_needed";
/** That a fresh proof is needed first is no failure: the screen asks for one. */
export const EXPECT_REAUTHENTICATION = { expect: [PROOF_NEEDED] } as const;

export const secondFactorQuery = dataQuery(SECOND_FACTOR_PATH);

export function refreshSecondFactor(queryClient: QueryClient): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: secondFactorQuery.queryKey });
}

export function isReauthenticationNeeded(error: unknown): boolean {
  return error instanceof ApiError && error.code === PROOF_NEEDED;
}

/** Whatever else the server refuses has been said by the time it is thrown. */
export async function ignoreRefusal(change: () => Promise<void>): Promise<void> {
  try {
    await change();
  } catch (error) {
    if (!(error instanceof ApiError) || isReauthenticationNeeded(error)) throw error;
  }
}

export const reauthenticate = (proof: { password: string } | { code: string }) =>
  api.post("/me/proofs", proof);
