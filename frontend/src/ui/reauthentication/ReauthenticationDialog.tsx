// Asks the user to confirm their identity: by password, by code, or by signing in again.
import { Anchor, Button, Group, Stack, Text } from "@mantine/core";
import "@mantine/core/styles/Anchor.css";
import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslate } from "../../i18n/translate";
import { required } from "../../lib/validation";
import { useCurrentUser } from "../../session/currentUser";
import { signOut } from "../../session/signIn";
import { FormModal } from "../form/FormModal";
import { useSmallForm } from "../form/useSmallForm";
import { CodeField, codeRules } from "./CodeField";
import { PasswordField } from "./PasswordField";
import { reauthenticate, refreshSecondFactor } from "./reauthentication";

type Props = { hasTotp: boolean; onConfirmed: () => Promise<void>; onClose: () => void };

export function ReauthenticationDialog({ hasTotp, onConfirmed, onClose }: Props) {
  const t = useTranslate();
  const { has_password } = useCurrentUser();
  const [byCode, setByCode] = useState(!has_password);
  const hasBoth = has_password && hasTotp;
  return (
    <FormModal opened title={t("profile.reauthentication.title")} onClose={onClose}>
      {has_password || hasTotp ? (
        <Stack gap="md">
          <Text size="sm">{t("profile.reauthentication.detail")}</Text>
          {byCode ? <ByCode onConfirmed={onConfirmed} /> : <ByPassword onConfirmed={onConfirmed} />}
          {hasBoth && (
            <Anchor component="button" type="button" size="sm" onClick={() => setByCode(!byCode)}>
              {t(
                byCode
                  ? "profile.reauthentication.with_password"
                  : "profile.reauthentication.with_code",
              )}
            </Anchor>
          )}
        </Stack>
      ) : (
        <BySigningIn />
      )}
    </FormModal>
  );
}

type ConfirmedProps = { onConfirmed: () => Promise<void> };

function useReauthenticate(onConfirmed: () => Promise<void>) {
  const queryClient = useQueryClient();
  return async (proof: Parameters<typeof reauthenticate>[0]) => {
    await reauthenticate(proof);
    void refreshSecondFactor(queryClient);
    await onConfirmed();
  };
}

function ByPassword({ onConfirmed }: ConfirmedProps) {
  const t = useTranslate();
  const submitProof = useReauthenticate(onConfirmed);
  const form = useSmallForm({ password: [required()] }, submitProof);
  return (
    <form onSubmit={form.onSubmit} noValidate>
      <PasswordField
        {...form.field("password")}
        label={t("profile.reauthentication.password")}
        autoComplete="current-password"
        data-autofocus
      />
      <ConfirmButton busy={form.busy} />
    </form>
  );
}

function ByCode({ onConfirmed }: ConfirmedProps) {
  const t = useTranslate();
  const submitProof = useReauthenticate(onConfirmed);
  const form = useSmallForm({ code: codeRules }, submitProof);
  return (
    <form onSubmit={form.onSubmit} noValidate>
      <CodeField
        {...form.field("code")}
        label={t("profile.reauthentication.code")}
        data-autofocus
      />
      <ConfirmButton busy={form.busy} />
    </form>
  );
}

function ConfirmButton({ busy }: { busy: boolean }) {
  const t = useTranslate();
  return (
    <Group justify="flex-end" mt="md">
      <Button type="submit" loading={busy}>
        {t("profile.reauthentication.confirm")}
      </Button>
    </Group>
  );
}

function BySigningIn() {
  const t = useTranslate();
  const router = useRouter();
  const queryClient = useQueryClient();
  const leave = () => signOut({ queryClient, navigate: (to) => router.navigate({ href: to }) });
  return (
    <Stack gap="md" align="flex-start">
      <Text size="sm">{t("profile.reauthentication.again")}</Text>
      <Button data-autofocus onClick={() => void leave()}>
        {t("profile.reauthentication.sign_out")}
      </Button>
    </Stack>
  );
}
