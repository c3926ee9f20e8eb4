// What the sign-in screens ask of the server. Too many tries, and refusals that a screen words itself, get no toast.
import { type CallOptions, rootApi } from "../../../api/client";
import { CodeRequest } from "../../../api/shapes/CodeRequest.gen";
import type { ErrorCode, Factor, GoogleSignedIn } from "../../../api/types";
import type { Body } from "../../../api/wire";
import type { RedirectSearch } from "../../../session/guards";

export type Credentials = Body<"/login", "post">;
export type SecondFactor = Body<"/auth/second-factor", "post">;

/** Refusals by their codes, on screens that have a better place for them than a toast. */
export const REFUSED = {
  code: "code",
  link: "link",
  secondFactorExpired: "second_factor_expired",
} as const;

const TOO_MANY = 429;

type Factors = Factor[] | null;

/** Too many tries are said on the screen, as are the refusals that it words itself. */
function expecting(...refusals: ErrorCode[]): CallOptions {
  return { expect: [TOO_MANY, ...refusals] };
}

/** What is still asked for after these credentials. */
export async function signIn(credentials: Credentials, ...expected: ErrorCode[]): Promise<Factors> {
  return (await rootApi.post("/login", credentials, expecting(...expected))).second_factor;
}

/** A mail may be opened in a new tab, so the way on goes into its link; one too long for a link leads home. */
export function sendCode(email: string, { redirect = "" }: RedirectSearch): Promise<void> {
  const { max = 0 } = CodeRequest.limits.redirect ?? {};
  const isGiven = redirect !== "" && redirect.length <= max;
  return rootApi.post("/auth/email/codes", isGiven ? { email, redirect } : { email }, expecting());
}

export function sendResetLink(email: string): Promise<void> {
  return rootApi.post("/auth/password/resets", { email }, expecting());
}

export async function choosePassword(token: string, password: string): Promise<Factors> {
  const body = { token, password };
  return (await rootApi.post("/auth/passwords", body, expecting(REFUSED.link))).second_factor;
}

export async function googleAddress(): Promise<string> {
  return (await rootApi.post("/auth/google/attempts", undefined, expecting())).data.url;
}

export function finishGoogle(code: string, state: string): Promise<GoogleSignedIn> {
  return rootApi.post("/auth/google/callbacks", { code, state }, expecting());
}

/** The document leaves open what WebAuthn defines. */
export async function passkeyOptions(): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const path = "/auth/second-factor/challenges";
  const { data } = await rootApi.post(path, undefined, expecting(REFUSED.secondFactorExpired));
  return data.options as object as PublicKeyCredentialRequestOptionsJSON;
}

export async function showSecondFactor(shown: SecondFactor): Promise<void> {
  await rootApi.post("/auth/second-factor", shown, expecting(REFUSED.secondFactorExpired));
}
