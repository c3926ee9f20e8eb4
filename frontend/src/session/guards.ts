// Route guards. A route lists its guards by name; an unknown name throws.
import { notFound, redirect } from "@tanstack/react-router";
import type { CurrentUser } from "../api/types";
import { isAdmin, isDeactivated } from "./permissions";

type Navigation = { user: CurrentUser | null; href: string };
/** A redirect, or a not-found page for an address that the user may not see. */
type GuardOutcome = { to: string; search?: RedirectSearch } | { href: string } | { reason: "role" };
/** The search parameter of a sign-in screen that says where to go afterwards. */
export type RedirectSearch = { redirect?: string };
type Guard = (navigation: Navigation) => GuardOutcome | null;

const LOGIN = "/auth/login";
const SIGN_IN_SCREENS = "/auth/";
const HOME = "/";
const DEACTIVATED = "/deactivated";
const OWN_ACCOUNT = "/profile";

/**
 * A user who must set up a second factor can use no other screen: they go to their account first, and back afterwards.
 */
function redirectToSecondFactorSetup(href: string): GuardOutcome | null {
  if (href.split(/[?#]/)[0] === OWN_ACCOUNT) return null;
  const target = safeRedirect(href);
  return { to: OWN_ACCOUNT, search: target === HOME ? {} : { redirect: target } };
}

const auth: Guard = ({ user, href }) => {
  if (!user) return href === HOME ? { to: LOGIN } : { to: LOGIN, search: { redirect: href } };
  if (isDeactivated(user)) return { to: DEACTIVATED };
  return user.must_enrol ? redirectToSecondFactorSetup(href) : null;
};
const guest: Guard = ({ user, href }) => {
  if (!user) return null;
  const target = safeRedirect(new URLSearchParams(href.split(/[?#]/)[1]).get("redirect"));
  return target === HOME ? { to: HOME } : { href: target };
};
const admin: Guard = ({ user }) => (user && isAdmin(user) ? null : { reason: "role" });

const GUARDS: ReadonlyMap<string, Guard> = new Map(Object.entries({ auth, guest, admin }));

/** The first guard's outcome that is not null, if any. */
export function runGuards(names: readonly string[], navigation: Navigation): GuardOutcome | null {
  for (const name of names) {
    const guard = GUARDS.get(name);
    if (!guard) throw new Error(`Unknown route middleware: ${name}`);
    const outcome = guard(navigation);
    if (outcome) return outcome;
  }
  return null;
}

/** For a route's `beforeLoad`: admits the visitor, redirects them, or shows the not-found page. */
export function guard(...names: string[]) {
  return ({
    context,
    location,
  }: {
    context: { user: CurrentUser | null };
    location: { href: string };
  }) => {
    const outcome = runGuards(names, { user: context.user, href: location.href });
    if (!outcome) return;
    throw "reason" in outcome
      ? notFound({ data: outcome })
      : redirect({ ...outcome, replace: true });
  };
}

const API_ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

export function isId(value: unknown): value is string {
  return typeof value === "string" && API_ID.test(value);
}

/** Validates a route's record id; a malformed id has a not-found text of its own. */
export function validateId({ params }: { params: { id: string } }): void {
  if (!isId(params.id)) throw notFound({ data: { reason: "validation" } });
}

/** Returns the path when it is inside the application and not a sign-in screen; else the home page. */
export function safeRedirect(value: unknown): string {
  // Browsers drop control characters from a URL: "/<tab>/evil.example" would be another site.
  const isInternal = typeof value === "string" && /^\/(?![/\\])\S*$/.test(value);
  return isInternal && !value.startsWith(SIGN_IN_SCREENS) ? value : HOME;
}

/**
 * For the sign-in screens: their `validateSearch`, and their reading of it, because the router keeps other parameters.
 */
export function readRedirect(search: Record<string, unknown>): RedirectSearch {
  const target = safeRedirect(search.redirect);
  return target === HOME ? {} : { redirect: target };
}

/** Adds the redirect parameter to a sign-in screen's path. */
export function withRedirect(path: string, target: string): string {
  return target === HOME ? path : `${path}?${new URLSearchParams({ redirect: target })}`;
}
