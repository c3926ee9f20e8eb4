// A password field with a button that reveals it.
import { PasswordInput, type PasswordInputProps } from "@mantine/core";
import { useState } from "react";
import { useTranslate } from "../../i18n/translate";

export function PasswordField(props: PasswordInputProps) {
  const t = useTranslate();
  const [revealed, setRevealed] = useState(false);
  return (
    <PasswordInput
      {...props}
      aria-invalid={Boolean(props.error)}
      visible={revealed}
      onVisibilityChange={setRevealed}
      visibilityToggleButtonProps={{
        "aria-label": t(revealed ? "profile.password.hide" : "profile.password.show"),
        tabIndex: 0,
      }}
      required
      withAsterisk={false}
    />
  );
}
