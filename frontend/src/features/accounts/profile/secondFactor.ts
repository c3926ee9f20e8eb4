// The calls that change one's second factor and one's other ways in; a fresh proof is needed first.
import { api } from "../../../api/client";
import type { Item, Passkey } from "../../../api/types";
import {
  EXPECT_REAUTHENTICATION,
  SECOND_FACTOR_PATH as PATH,
} from "../../../ui/reauthentication/reauthentication";

type Codes = Item<{ recovery_codes: string[] }>;

async function codesFrom(answer: Promise<Codes>): Promise<string[]> {
  return (await answer).data.recovery_codes;
}

/** Without a present password to name, a first one asks for a fresh proof. */
export const changePassword = (body: { current_password?: string; password: string }) =>
  api.put("/me/password", body, EXPECT_REAUTHENTICATION);

export const startTotp = async () =>
  (await api.put(`${PATH}/totp`, undefined, EXPECT_REAUTHENTICATION)).data;

export const confirmTotp = (code: string) =>
  codesFrom(api.put(`${PATH}/totp/confirmation`, { code }));

export const removeTotp = () => api.delete(`${PATH}/totp`, EXPECT_REAUTHENTICATION);

export const renewCodes = () =>
  codesFrom(api.put(`${PATH}/recovery-codes`, undefined, EXPECT_REAUTHENTICATION));

/** The document leaves open what WebAuthn defines. */
export async function askPasskey(): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { data } = await api.put(`${PATH}/passkeys/challenge`, undefined, EXPECT_REAUTHENTICATION);
  return data.options as unknown as PublicKeyCredentialCreationOptionsJSON;
}

export const addPasskey = (name: string, credential: string) =>
  codesFrom(api.put(`${PATH}/passkeys`, { name, credential }));

export const unlinkGoogle = () => api.delete("/me/google-account", EXPECT_REAUTHENTICATION);

export const removePasskey = ({ api_id }: Passkey) =>
  api.delete(`${PATH}/passkeys/{id}`, { params: { id: api_id }, ...EXPECT_REAUTHENTICATION });
