// The second factor as a passkey.
import { Button, Stack, Text } from "@mantine/core";
import { useState } from "react";
import type { ApiError } from "../../../api/errors";
import { useTranslate } from "../../../i18n/translate";
import { Notice } from "./Notice";
import { StepTitle } from "./StepTitle";
import { fetchPasskeyOptions, type SecondFactor } from "./signInCalls";
import { useAttempt } from "./useAttempt";
import { WaitNotice } from "./WaitNotice";

export function canUsePasskeys(): boolean {
  return "PublicKeyCredential" in window && "parseRequestOptionsFromJSON" in PublicKeyCredential;
}

/** Null when the user cancels, waits too long, or has no passkey on this device. */
async function requestPasskey(): Promise<string | null> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(await fetchPasskeyOptions());
  try {
    const credential = await navigator.credentials.get({ publicKey });
    return credential instanceof PublicKeyCredential ? JSON.stringify(credential) : null;
  } catch (error) {
    if (error instanceof DOMException) return null;
    throw error;
  }
}

type Props = {
  submit: (factor: SecondFactor) => Promise<void>;
  onRefused: (error: ApiError) => void;
};

export function PasskeyStep({ submit, onRefused }: Props) {
  const t = useTranslate();
  const [problem, setProblem] = useState("");
  const attempt = useAttempt(
    async () => {
      setProblem("");
      const passkey = await requestPasskey();
      if (passkey) await submit({ passkey });
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
      <WaitNotice until={attempt.waitUntil} />
      {problem && (
        <Notice kind="warning" role="alert">
          {problem}
        </Notice>
      )}
      <Button
        loading={attempt.busy}
        disabled={!canUsePasskeys()}
        onClick={() => attempt.run()}
        fullWidth
      >
        {t("login.second.passkey.use")}
      </Button>
    </Stack>
  );
}
