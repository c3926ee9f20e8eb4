// Who may enter a route. Routes name their guards; a name that is not here is a mistake and stops the route.
import { notFound, redirect } from "@tanstack/react-router";
import type { CurrentUser } from "../api/types";
import { isAdmin, isDeactivated } from "./permissions";

type Entering = { user: CurrentUser | null; href: string };
/** Elsewhere, or nowhere: the address is right, and not for this person. */
type Detour = { to: string; search?: Target } | { href: string } | { reason: "role" };
/** The part of a sign-in screen's address that says where to go afterwards. */
export type Target = { redirect?: string };
type Guard = (entering: Entering) => Detour | null;

const LOGIN = "/auth/login";
const SIGN_IN_SCREENS = "/auth/";
const HOME = "/";
const DEACTIVATED = "/deactivated";
const OWN_ACCOUNT = "/profile";

/** Who must set up a second factor is answered nothing else: they are led there, and back afterwards. */
function toEnrol(href: string): Detour | null {
  if (href.split(/[?#]/)[0] === OWN_ACCOUNT) return null;
  const target = safeTarget(href);
  return { to: OWN_ACCOUNT, search: target === HOME ? {} : { redirect: target } };
}

const auth: Guard = ({ user, href }) => {
  if (!user) return href === HOME ? { to: LOGIN } : { to: LOGIN, search: { redirect: href } };
  if (isDeactivated(user)) return { to: DEACTIVATED };
  return user.must_enrol ? toEnrol(href) : null;
};
const guest: Guard = ({ user, href }) => {
  if (!user) return null;
  const target = safeTarget(new URLSearchParams(href.split(/[?#]/)[1]).get("redirect"));
  return target === HOME ? { to: HOME } : { href: target };
};
const admin: Guard = ({ user }) => (user && isAdmin(user) ? null : { reason: "role" });

const GUARDS: ReadonlyMap<string, Guard> = new Map(Object.entries({ auth, guest, admin }));

/** Where the visitor must go instead, if anywhere. */
export function detourFor(names: readonly string[], entering: Entering): Detour | null {
  for (const name of names) {
    const guard = GUARDS.get(name);
    if (!guard) throw new Error(`Unknown route middleware: ${name}`);
    const detour = guard(entering);
    if (detour) return detour;
  }
  return null;
}

/** For a route's `beforeLoad`: admits the visitor, sends them elsewhere, or has the route say that it is not theirs. */
export function guard(...names: string[]) {
  return ({
    context,
    location,
  }: {
    context: { user: CurrentUser | null };
    location: { href: string };
  }) => {
    const detour = detourFor(names, { user: context.user, href: location.href });
    if (!detour) return;
    throw "reason" in detour ? notFound({ data: detour }) : redirect({ ...detour, replace: true });
  };
}

const API_ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

export function isId(value: unknown): value is string {
  return typeof value === "string" && API_ID.test(value);
}

/** A route's own validation of its record id; failing it has a not-found text of its own. */
export function validateId({ params }: { params: { id: string } }): void {
  if (!isId(params.id)) throw notFound({ data: { reason: "validation" } });
}

/** Only an address inside this application, and not a way in again, is a place to come back to after signing in. */
export function safeTarget(wished: unknown): string {
  // Browsers drop control characters from an address: "/<tab>/evil.example" would be another site.
  const isOurs = typeof wished === "string" && /^\/(?![/\\])\S*$/.test(wished);
  return isOurs && !wished.startsWith(SIGN_IN_SCREENS) ? wished : HOME;
}

/** For the sign-in screens: their `validateSearch` and, since the router keeps what that leaves out, their use of it. */
export function readTarget(search: Record<string, unknown>): Target {
  const target = safeTarget(search.redirect);
  return target === HOME ? {} : { redirect: target };
}

/** A sign-in screen's address that takes the way back along. */
export function withTarget(path: string, target: string): string {
  return target === HOME ? path : `${path}?${new URLSearchParams({ redirect: target })}`;
}
