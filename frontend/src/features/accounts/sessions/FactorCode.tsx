// The second step with a code: of an authenticator app, or one of the recovery codes.
import { Text, TextInput } from "@mantine/core";
import type { ApiError } from "../../../api/errors";
import { useTranslate } from "../../../i18n/translate";
import { required } from "../../../lib/validation";
import { CodeField, codeRules, digitsOf } from "./CodeField";
import { SignInForm } from "./SignInForm";
import type { SecondFactor } from "./signInCalls";
import { useSignInForm } from "./useSignInForm";

type StepProps = {
  show: (shown: SecondFactor) => Promise<void>;
  onRefused: (error: ApiError) => void;
};

function AppCode({ show, onRefused }: StepProps) {
  const t = useTranslate();
  const form = useSignInForm({
    rules: { code: codeRules },
    focusFirst: true,
    send: show,
    onRefused,
  });
  return (
    <SignInForm
      title={t("login.second.title")}
      lead={<Text>{t("login.second.totp.lead")}</Text>}
      submitLabel={t("login.second.submit")}
      form={form}
    >
      <CodeField field={form.field("code", digitsOf)} label={t("login.second.totp.field")} />
    </SignInForm>
  );
}

function RecoveryCode({ show, onRefused }: StepProps) {
  const t = useTranslate();
  const form = useSignInForm({
    rules: { recovery_code: [required()] },
    focusFirst: true,
    send: show,
    onRefused,
  });
  return (
    <SignInForm
      title={t("login.second.title")}
      lead={<Text>{t("login.second.recovery_code.lead")}</Text>}
      submitLabel={t("login.second.submit")}
      form={form}
    >
      <TextInput
        {...form.field("recovery_code")}
        label={t("login.second.recovery_code.field")}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        required
        withAsterisk={false}
      />
    </SignInForm>
  );
}

export function FactorCode({ factor, ...step }: StepProps & { factor: "totp" | "recovery_code" }) {
  return factor === "totp" ? <AppCode {...step} /> : <RecoveryCode {...step} />;
}
