// Where links from an invitation or a forgotten password lead: choose a password, and be signed in with it.
import { useState } from "react";
import type { CurrentUser } from "../../../api/types";
import { ChoosePassword } from "./ChoosePassword";
import { InvalidLink } from "./InvalidLink";
import { OtherAccount } from "./OtherAccount";
import { useFragment } from "./useFragment";

type Props = { user: CurrentUser | null; onSignedOut: () => Promise<void> };

export function PasswordPage({ user, onSignedOut }: Props) {
  const token = useFragment().get("token") ?? "";
  const [deadToken, setDeadToken] = useState("");
  if (!token) return <InvalidLink isMissing />;
  if (user) return <OtherAccount user={user} onSignedOut={onSignedOut} />;
  if (token === deadToken) return <InvalidLink />;
  return <ChoosePassword key={token} token={token} onDead={() => setDeadToken(token)} />;
}
