// Opened from an invitation or a reset link: chooses a password and signs in with it.
import { useState } from "react";
import type { CurrentUser } from "../../../api/types";
import { ChoosePassword } from "./ChoosePassword";
import { InvalidLink } from "./InvalidLink";
import { OtherAccount } from "./OtherAccount";
import { useFragment } from "./useFragment";

type Props = { user: CurrentUser | null; onSignedOut: () => Promise<void> };

export function PasswordPage({ user, onSignedOut }: Props) {
  const token = useFragment().get("token") ?? "";
  const [invalidToken, setInvalidToken] = useState("");
  if (!token) return <InvalidLink isMissing />;
  if (user) return <OtherAccount user={user} onSignedOut={onSignedOut} />;
  if (token === invalidToken) return <InvalidLink />;
  return <ChoosePassword key={token} token={token} onInvalid={() => setInvalidToken(token)} />;
}
