// What the sign-in screens ask of the server. Too many tries, and refusals that a screen words itself, get no toast.
import { send } from "../../api/client";
import type { Factor, GoogleSignedIn, Item, SignedIn } from "../../api/types";
import type { Target } from "../../session/guards";

export type Credentials = { email: string; remember: boolean } & (
  | { password: string }
  | { code: string }
);
export type SecondFactor = { code: string } | { recovery_code: string } | { passkey: string };

/** Refusals by their codes, on screens that have a better place for them than a toast. */
export const REFUSED = {
  code: "code",
  link: "link",
  secondFactorExpired: "second_factor_expired",
} as const;

const TOO_MANY = 429;
const LONGEST_TARGET = 1_000;

function post<Answer>(path: string, body: unknown, ...expected: string[]): Promise<Answer> {
  return send<Answer>(path, { method: "POST", body, expect: [TOO_MANY, ...expected] });
}

type Factors = Factor[] | null;

/** What is still asked for after these credentials. */
export async function signIn(credentials: Credentials, ...expected: string[]): Promise<Factors> {
  return (await post<SignedIn>("/login", credentials, ...expected)).second_factor;
}

/** A mail may be opened in a new tab, so the way on goes into its link; one too long for a link leads home. */
export function sendCode(email: string, { redirect = "" }: Target): Promise<void> {
  const isGiven = redirect !== "" && redirect.length <= LONGEST_TARGET;
  return post("/auth/email/codes", isGiven ? { email, redirect } : { email });
}

export function sendResetLink(email: string): Promise<void> {
  return post("/auth/password/resets", { email });
}

export async function choosePassword(token: string, password: string): Promise<Factors> {
  const answer = await post<SignedIn>("/auth/passwords", { token, password }, REFUSED.link);
  return answer.second_factor;
}

export async function googleAddress(): Promise<string> {
  return (await post<Item<{ url: string }>>("/auth/google/attempts", {})).data.url;
}

export function finishGoogle(code: string, state: string): Promise<GoogleSignedIn> {
  return post("/auth/google/callbacks", { code, state });
}

export async function passkeyOptions(): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const path = "/auth/second-factor/challenges";
  type Challenge = Item<{ options: PublicKeyCredentialRequestOptionsJSON }>;
  return (await post<Challenge>(path, {}, REFUSED.secondFactorExpired)).data.options;
}

export async function showSecondFactor(shown: SecondFactor): Promise<void> {
  await post<SignedIn>("/auth/second-factor", shown, REFUSED.secondFactorExpired);
}
