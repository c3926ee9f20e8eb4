// Sign-in by mail: requests a code and verifies it, or confirms the link from the mail.
import { useState } from "react";
import { readFromTab, removeFromTab, saveInTab } from "../../../lib/tabStorage";
import type { RedirectSearch } from "../../../session/guards";
import { CodeEntry, type SentCode } from "./CodeEntry";
import { CodeRequest } from "./CodeRequest";
import { ConfirmLink } from "./ConfirmLink";
import { useFragment } from "./useFragment";

const STORAGE_KEY = "code-sent";
const VALID_MS = 10 * 60 * 1000;

/** Phones may discard the page while the user reads the mail: the pending code is stored. */
function readSentCode(): SentCode | null {
  const stored = readFromTab(STORAGE_KEY) as Partial<SentCode> | null;
  const isValid = typeof stored?.email === "string" && typeof stored.at === "number";
  return isValid && Date.now() - (stored.at ?? 0) < VALID_MS ? (stored as SentCode) : null;
}

export function CodePage({ search }: { search: RedirectSearch }) {
  const fragment = useFragment();
  const [email, code] = [fragment.get("email") ?? "", fragment.get("code") ?? ""];
  const [sent, setSent] = useState(readSentCode);
  const [refusedCode, setRefusedCode] = useState("");
  const [address, setAddress] = useState("");

  const recordSent = (to: string) => {
    const pending = { email: to, at: Date.now() };
    saveInTab(STORAGE_KEY, pending);
    setSent(pending);
    setRefusedCode(code);
  };
  const requestNew = (recipient: string) => {
    removeFromTab(STORAGE_KEY);
    setSent(null);
    setRefusedCode(code);
    setAddress(recipient);
  };
  const hasLink = Boolean(email && code && code !== refusedCode);
  if (hasLink) {
    return (
      <ConfirmLink key={code} search={search} email={email} code={code} onRequestNew={requestNew} />
    );
  }
  if (sent)
    return <CodeEntry search={search} sent={sent} onSent={recordSent} onChange={requestNew} />;
  return <CodeRequest key={address} search={search} address={address} onSent={recordSent} />;
}
