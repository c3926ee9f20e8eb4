// The calls about what proves that it is oneself; that a fresh proof is needed first is no failure here.
import type { QueryClient } from "@tanstack/react-query";
import { api } from "../../api/client";
import { ApiError } from "../../api/errors";
import { dataQuery } from "../../api/queries";
import type { Item, Passkey, SecondFactorState, TotpStart } from "../../api/types";

const PATH = "/me/second-factor";
const PROOF_NEEDED = "proof_needed";
const CHANGE = { expect: [PROOF_NEEDED] } as const;

export const secondFactorQuery = dataQuery<SecondFactorState>(PATH);

export function refreshSecondFactor(queryClient: QueryClient): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: secondFactorQuery.queryKey });
}

export function isProofNeeded(error: unknown): boolean {
  return error instanceof ApiError && error.code === PROOF_NEEDED;
}

type Codes = Item<{ recovery_codes: string[] }>;

async function codesFrom(answer: Promise<Codes>): Promise<string[]> {
  return (await answer).data.recovery_codes;
}

export const prove = (proof: { password: string } | { code: string }) =>
  api.post<void>("/me/proofs", proof);

/** Without a present password to name, a first one asks for a fresh proof. */
export const changePassword = (body: { current_password?: string; password: string }) =>
  api.put<void>("/me/password", body, CHANGE);

export const startTotp = async () =>
  (await api.put<Item<TotpStart>>(`${PATH}/totp`, undefined, CHANGE)).data;

export const confirmTotp = (code: string) =>
  codesFrom(api.put<Codes>(`${PATH}/totp/confirmation`, { code }));

export const removeTotp = () => api.delete(`${PATH}/totp`, CHANGE);

export const renewCodes = () =>
  codesFrom(api.put<Codes>(`${PATH}/recovery-codes`, undefined, CHANGE));

type Challenge = Item<{ options: PublicKeyCredentialCreationOptionsJSON }>;

export const askPasskey = async () =>
  (await api.put<Challenge>(`${PATH}/passkeys/challenge`, undefined, CHANGE)).data.options;

export const addPasskey = (name: string, credential: unknown) =>
  codesFrom(api.put<Codes>(`${PATH}/passkeys`, { name, credential }));

export const removePasskey = ({ api_id }: Passkey) =>
  api.delete(`${PATH}/passkeys/${api_id}`, CHANGE);
