// A password field with a visibility toggle and a Caps Lock warning.
import { PasswordInput, Text } from "@mantine/core";
import { useState } from "react";
import { useTranslate } from "../../../i18n/translate";
import { useCapsLock } from "./useCapsLock";
import type { SignInField } from "./useSignInForm";

type Props = {
  field: SignInField;
  label: string;
  description?: string;
  autoComplete: "current-password" | "new-password";
};

export function PasswordField({ field, label, description, autoComplete }: Props) {
  const t = useTranslate();
  const capsLock = useCapsLock();
  const [revealed, setRevealed] = useState(false);
  return (
    <div>
      <PasswordInput
        {...field}
        aria-invalid={Boolean(field.error)}
        onKeyDown={capsLock.update}
        onKeyUp={capsLock.update}
        label={label}
        description={description}
        autoComplete={autoComplete}
        visibilityToggleButtonProps={{
          "aria-label": t(revealed ? "login.hide_password" : "login.show_password"),
          tabIndex: 0,
        }}
        visible={revealed}
        onVisibilityChange={setRevealed}
        required
        withAsterisk={false}
      />
      <Text role="status" size="sm" c="dimmed" mt={capsLock.on ? 4 : 0}>
        {capsLock.on ? t("login.caps_lock") : ""}
      </Text>
    </div>
  );
}
