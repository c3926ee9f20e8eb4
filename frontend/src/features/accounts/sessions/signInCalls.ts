// The API calls of the sign-in screens. Rate limits and refusals that a screen explains itself cause no toast.
import { type CallOptions, rootApi } from "../../../api/client";
import { CodeRequest } from "../../../api/shapes/CodeRequest.gen";
import type { ErrorCode, Factor, GoogleSignedIn } from "../../../api/types";
import type { Body } from "../../../api/wire";
import type { RedirectSearch } from "../../../session/guards";

export type Credentials = Body<"/login", "post">;
export type OwnerAnswers = Body<"/auth/owner-setups", "post">;
export type SecondFactor = Body<"/auth/second-factor", "post">;

/** Error codes that the screens explain themselves. */
export const REFUSED = {
  code: "code",
  link: "link",
  secondFactorExpired: "second_factor_expired",
} as const;

const TOO_MANY_REQUESTS = 429;

type Factors = Factor[] | null;

/** Suppresses the toast for rate limits and for the given codes. */
function expectErrors(...refusals: ErrorCode[]): CallOptions {
  return { expect: [TOO_MANY_REQUESTS, ...refusals] };
}

/** Returns the second factors still required, or null when signed in. */
export async function signIn(credentials: Credentials, ...expected: ErrorCode[]): Promise<Factors> {
  return (await rootApi.post("/login", credentials, expectErrors(...expected))).second_factor;
}

/** The mail may open in a new tab, so its link contains the redirect target, unless it is too long. */
export function sendCode(email: string, { redirect = "" }: RedirectSearch): Promise<void> {
  const { max = 0 } = CodeRequest.limits.redirect ?? {};
  const isIncluded = redirect !== "" && redirect.length <= max;
  return rootApi.post(
    "/auth/email/codes",
    isIncluded ? { email, redirect } : { email },
    expectErrors(),
  );
}

export function sendResetLink(email: string): Promise<void> {
  return rootApi.post("/auth/password/resets", { email }, expectErrors());
}

export async function choosePassword(token: string, password: string): Promise<Factors> {
  const body = { token, password };
  return (await rootApi.post("/auth/passwords", body, expectErrors(REFUSED.link))).second_factor;
}

export async function setUpOrganization(answers: OwnerAnswers): Promise<Factors> {
  const options = expectErrors(REFUSED.link);
  return (await rootApi.post("/auth/owner-setups", answers, options)).second_factor;
}

export async function fetchGoogleUrl(): Promise<string> {
  return (await rootApi.post("/auth/google/attempts", undefined, expectErrors())).data.url;
}

export function completeGoogleSignIn(code: string, state: string): Promise<GoogleSignedIn> {
  return rootApi.post("/auth/google/callbacks", { code, state }, expectErrors());
}

/** The OpenAPI document does not describe what WebAuthn defines. */
export async function fetchPasskeyOptions(): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const path = "/auth/second-factor/challenges";
  const { data } = await rootApi.post(path, undefined, expectErrors(REFUSED.secondFactorExpired));
  return data.options as object as PublicKeyCredentialRequestOptionsJSON;
}

export async function submitSecondFactor(body: SecondFactor): Promise<void> {
  await rootApi.post("/auth/second-factor", body, expectErrors(REFUSED.secondFactorExpired));
}
