// Where links from an invitation or a forgotten password lead: choose a password, and be signed in with it.
import { useState } from "react";
import type { CurrentUser } from "../../../api/types";
import { ChoosePassword } from "./ChoosePassword";
import { DeadLink } from "./DeadLink";
import { SomeoneElse } from "./SomeoneElse";
import { useFragment } from "./useFragment";

type Props = { user: CurrentUser | null; onSignedOut: () => Promise<void> };

export function PasswordPage({ user, onSignedOut }: Props) {
  const token = useFragment().get("token") ?? "";
  const [deadToken, setDeadToken] = useState("");
  if (!token) return <DeadLink isMissing />;
  if (user) return <SomeoneElse user={user} onSignedOut={onSignedOut} />;
  if (token === deadToken) return <DeadLink />;
  return <ChoosePassword key={token} token={token} onDead={() => setDeadToken(token)} />;
}
