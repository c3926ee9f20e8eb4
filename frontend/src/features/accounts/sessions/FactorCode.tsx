// The second factor as a code: from an authenticator app, or a recovery code.
import { Text, TextInput } from "@mantine/core";
import type { ApiError } from "../../../api/errors";
import { useTranslate } from "../../../i18n/translate";
import { required } from "../../../lib/validation";
import { CodeField, codeRules, extractDigits } from "./CodeField";
import { SignInForm } from "./SignInForm";
import type { SecondFactor } from "./signInCalls";
import { useSignInForm } from "./useSignInForm";

type StepProps = {
  submit: (factor: SecondFactor) => Promise<void>;
  onRefused: (error: ApiError) => void;
};

function TotpCode({ submit, onRefused }: StepProps) {
  const t = useTranslate();
  const form = useSignInForm({
    rules: { code: codeRules },
    focusFirst: true,
    send: submit,
    onRefused,
  });
  return (
    <SignInForm
      title={t("login.second.title")}
      lead={<Text>{t("login.second.totp.lead")}</Text>}
      submitLabel={t("login.second.submit")}
      form={form}
    >
      <CodeField field={form.field("code", extractDigits)} label={t("login.second.totp.field")} />
    </SignInForm>
  );
}

function RecoveryCode({ submit, onRefused }: StepProps) {
  const t = useTranslate();
  const form = useSignInForm({
    rules: { recovery_code: [required()] },
    focusFirst: true,
    send: submit,
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
  return factor === "totp" ? <TotpCode {...step} /> : <RecoveryCode {...step} />;
}
