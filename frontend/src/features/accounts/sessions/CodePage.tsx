// Signing in by e-mail: ask for a code, then enter it; or confirm the link that came with it.
import { useState } from "react";
import { readFromTab, removeFromTab, saveInTab } from "../../../lib/tabStorage";
import type { RedirectSearch } from "../../../session/guards";
import { CodeEntry, type Sent } from "./CodeEntry";
import { CodeRequest } from "./CodeRequest";
import { ConfirmLink } from "./ConfirmLink";
import { useFragment } from "./useFragment";

const SENT = "code-sent";
const VALID_MS = 10 * 60 * 1000;

/** Telephones drop a page while its reader is in the mail; the code is then still waited for. */
function recallSent(): Sent | null {
  const kept = readFromTab(SENT) as Partial<Sent> | null;
  const isOurs = typeof kept?.email === "string" && typeof kept.at === "number";
  return isOurs && Date.now() - (kept.at ?? 0) < VALID_MS ? (kept as Sent) : null;
}

export function CodePage({ way }: { way: RedirectSearch }) {
  const fragment = useFragment();
  const [email, code] = [fragment.get("email") ?? "", fragment.get("code") ?? ""];
  const [sent, setSent] = useState(recallSent);
  const [refusedCode, setRefusedCode] = useState("");
  const [address, setAddress] = useState("");

  const noteSent = (to: string) => {
    const now = { email: to, at: Date.now() };
    saveInTab(SENT, now);
    setSent(now);
    setRefusedCode(code);
  };
  const askAgain = (about: string) => {
    removeFromTab(SENT);
    setSent(null);
    setRefusedCode(code);
    setAddress(about);
  };
  const hasLink = Boolean(email && code && code !== refusedCode);
  if (hasLink) {
    return <ConfirmLink key={code} way={way} email={email} code={code} onAgain={askAgain} />;
  }
  if (sent) return <CodeEntry way={way} sent={sent} onSent={noteSent} onChange={askAgain} />;
  return <CodeRequest key={address} way={way} address={address} onSent={noteSent} />;
}
