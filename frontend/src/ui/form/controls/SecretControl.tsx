// A secret: shows whether it is set, accepts a new one and can remove it, but never shows it.
import { Button, PasswordInput } from "@mantine/core";
import { useState } from "react";
import { useTranslate } from "../../../i18n/translate";
import type { ControlProps } from "./control";

type Props = Omit<ControlProps<string>, "value" | "onChange"> & {
  isSet: boolean;
  value: string | false;
  onChange: (value: string | false) => void;
};

export function SecretControl(props: Props) {
  const { isSet, inputName, name, value, description, onChange, ...control } = props;
  const t = useTranslate();
  const [isVisible, setIsVisible] = useState(false);
  const isRemoved = value === false;
  const state = isRemoved ? "removed" : isSet ? "set" : "not_set";
  return (
    <div>
      <PasswordInput
        {...control}
        name={inputName}
        description={
          <>
            {t(`form.secret.${state}`)} {description}
          </>
        }
        value={isRemoved ? "" : value}
        disabled={isRemoved}
        autoComplete="new-password"
        spellCheck={false}
        visible={isVisible}
        onVisibilityChange={setIsVisible}
        visibilityToggleButtonProps={{
          "aria-label": t(isVisible ? "form.secret.hide" : "form.secret.show", { label: name }),
          tabIndex: 0,
        }}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {isSet && (
        <Button
          variant="subtle"
          size="compact-sm"
          mt={4}
          onClick={() => onChange(isRemoved ? "" : false)}
        >
          {t(isRemoved ? "form.secret.keep" : "form.secret.remove", { label: name })}
        </Button>
      )}
    </div>
  );
}
