// Labels of the sign-in methods.
import type { MessageKey } from "../../../i18n/keys";

const METHODS: Record<string, MessageKey> = {
  code: "profile.sessions.method.code",
  google: "profile.sessions.method.google",
  invitation: "profile.sessions.method.invitation",
  reset: "profile.sessions.method.reset",
  impersonation: "profile.sessions.method.impersonation",
};

export function signInMethodKey(method: string): MessageKey {
  return METHODS[method] ?? "profile.sessions.method.password";
}
