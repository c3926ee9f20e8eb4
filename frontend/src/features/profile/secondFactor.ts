// The calls that change one's second factor and one's other ways in; a fresh proof is needed first.
import { api } from "../../api/client";
import type { Item, Passkey, TotpStart } from "../../api/types";
import { AFTER_PROOF, SECOND_FACTOR_PATH as PATH } from "../../ui/proof/proofs";

type Codes = Item<{ recovery_codes: string[] }>;

async function codesFrom(answer: Promise<Codes>): Promise<string[]> {
  return (await answer).data.recovery_codes;
}

/** Without a present password to name, a first one asks for a fresh proof. */
export const changePassword = (body: { current_password?: string; password: string }) =>
  api.put<void>("/me/password", body, AFTER_PROOF);

export const startTotp = async () =>
  (await api.put<Item<TotpStart>>(`${PATH}/totp`, undefined, AFTER_PROOF)).data;

export const confirmTotp = (code: string) =>
  codesFrom(api.put<Codes>(`${PATH}/totp/confirmation`, { code }));

export const removeTotp = () => api.delete(`${PATH}/totp`, AFTER_PROOF);

export const renewCodes = () =>
  codesFrom(api.put<Codes>(`${PATH}/recovery-codes`, undefined, AFTER_PROOF));

type Challenge = Item<{ options: PublicKeyCredentialCreationOptionsJSON }>;

export const askPasskey = async () =>
  (await api.put<Challenge>(`${PATH}/passkeys/challenge`, undefined, AFTER_PROOF)).data.options;

export const addPasskey = (name: string, credential: string) =>
  codesFrom(api.put<Codes>(`${PATH}/passkeys`, { name, credential }));

export const unlinkGoogle = () => api.delete("/me/google-account", AFTER_PROOF);

export const removePasskey = ({ api_id }: Passkey) =>
  api.delete(`${PATH}/passkeys/${api_id}`, AFTER_PROOF);
