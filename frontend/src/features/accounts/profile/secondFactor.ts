// The calls that change the second factor and other sign-in methods; most require reauthentication.
import { api } from "../../../api/client";
import type { Item, Passkey } from "../../../api/types";
import {
  EXPECT_REAUTHENTICATION,
  SECOND_FACTOR_PATH as PATH,
} from "../../../ui/reauthentication/reauthentication";

type Codes = Item<{ recovery_codes: string[] }>;

async function extractCodes(response: Promise<Codes>): Promise<string[]> {
  return (await response).data.recovery_codes;
}

/** A first password requires reauthentication: there is no current one to give. */
export const changePassword = (body: { current_password?: string; password: string }) =>
  api.put("/me/password", body, EXPECT_REAUTHENTICATION);

export const startTotp = async () =>
  (await api.put(`${PATH}/totp`, undefined, EXPECT_REAUTHENTICATION)).data;

export const confirmTotp = (code: string) =>
  extractCodes(api.put(`${PATH}/totp/confirmation`, { code }));

export const removeTotp = () => api.delete(`${PATH}/totp`, EXPECT_REAUTHENTICATION);

export const renewCodes = () =>
  extractCodes(api.put(`${PATH}/recovery-codes`, undefined, EXPECT_REAUTHENTICATION));

/** The OpenAPI document does not describe what WebAuthn defines. */
export async function requestPasskeyOptions(): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { data } = await api.put(`${PATH}/passkeys/challenge`, undefined, EXPECT_REAUTHENTICATION);
  return data.options as unknown as PublicKeyCredentialCreationOptionsJSON;
}

export const addPasskey = (name: string, credential: string) =>
  extractCodes(api.put(`${PATH}/passkeys`, { name, credential }));

export const unlinkGoogle = () => api.delete("/me/google-account", EXPECT_REAUTHENTICATION);

export const removePasskey = ({ api_id }: Passkey) =>
  api.delete(`${PATH}/passkeys/{id}`, { params: { id: api_id }, ...EXPECT_REAUTHENTICATION });
