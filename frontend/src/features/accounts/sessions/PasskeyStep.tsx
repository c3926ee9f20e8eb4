// The second step with a passkey: the browser asks for it, the server judges the answer.
import { Button, Stack, Text } from "@mantine/core";
import { useState } from "react";
import type { ApiError } from "../../../api/errors";
import { useTranslate } from "../../../i18n/translate";
import { Notice } from "./Notice";
import { StepTitle } from "./StepTitle";
import { passkeyOptions, type SecondFactor } from "./signInCalls";
import { useAttempt } from "./useAttempt";
import { WaitNotice } from "./WaitNotice";

export function canUsePasskeys(): boolean {
  return "PublicKeyCredential" in window && "parseRequestOptionsFromJSON" in PublicKeyCredential;
}

/** Null when the person turned it down, waited too long, or has none of them here. */
async function askBrowser(): Promise<string | null> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(await passkeyOptions());
  try {
    const credential = await navigator.credentials.get({ publicKey });
    return credential instanceof PublicKeyCredential ? JSON.stringify(credential) : null;
  } catch (error) {
    if (error instanceof DOMException) return null;
    throw error;
  }
}

type Props = {
  show: (shown: SecondFactor) => Promise<void>;
  onRefused: (error: ApiError) => void;
};

export function PasskeyStep({ show, onRefused }: Props) {
  const t = useTranslate();
  const [problem, setProblem] = useState("");
  const asking = useAttempt(
    async () => {
      setProblem("");
      const passkey = await askBrowser();
      if (passkey) await show({ passkey });
      else setProblem(t("login.second.passkey.not_used"));
    },
    (error) => {
      setProblem((error.errors.passkey ?? []).join(" "));
      onRefused(error);
    },
  );
  return (
    <Stack gap="md">
      <StepTitle>{t("login.second.title")}</StepTitle>
      <Text>{t("login.second.passkey.lead")}</Text>
      <WaitNotice until={asking.waitUntil} />
      {problem && (
        <Notice kind="warning" role="alert">
          {problem}
        </Notice>
      )}
      <Button
        loading={asking.busy}
        disabled={!canUsePasskeys()}
        onClick={() => asking.run()}
        fullWidth
      >
        {t("login.second.passkey.use")}
      </Button>
    </Stack>
  );
}
