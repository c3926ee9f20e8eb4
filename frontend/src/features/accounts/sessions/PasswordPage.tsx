// Opened from an invitation or a reset link: chooses a password and signs in with it. The link of the first owner carries
// a currency: its page asks for the organization too.
import { useState } from "react";
import type { CurrentUser } from "../../../api/types";
import { loadMessages } from "../../../i18n/translate";
import { lazyComponent } from "../../../ui/lazyComponent";
import { ChoosePassword } from "./ChoosePassword";
import { InvalidLink } from "./InvalidLink";
import { OtherAccount } from "./OtherAccount";
import { useFragment } from "./useFragment";

const OwnerSetup = lazyComponent(async () => {
  const messages = loadMessages("administration", "app");
  const [page] = await Promise.all([import("./OwnerSetup"), messages]);
  return page.OwnerSetup;
});
const InvalidOwnerLink = lazyComponent(async () => {
  const messages = loadMessages("administration");
  const [page] = await Promise.all([import("./InvalidOwnerLink"), messages]);
  return page.InvalidOwnerLink;
});

type Props = { user: CurrentUser | null; onSignedOut: () => Promise<void> };

export function PasswordPage({ user, onSignedOut }: Props) {
  const fragment = useFragment();
  const token = fragment.get("token") ?? "";
  const currency = fragment.get("currency");
  const [invalidToken, setInvalidToken] = useState("");
  const onInvalid = () => setInvalidToken(token);
  if (!token) return <InvalidLink isMissing />;
  if (user) return <OtherAccount user={user} onSignedOut={onSignedOut} />;
  if (token === invalidToken) return currency ? <InvalidOwnerLink /> : <InvalidLink />;
  if (currency)
    return <OwnerSetup key={token} token={token} proposed={fragment} onInvalid={onInvalid} />;
  return <ChoosePassword key={token} token={token} onInvalid={onInvalid} />;
}
