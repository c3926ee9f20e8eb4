// A secret: said to be set or not, replaced by what is typed, removed on demand, and never shown again.
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
  const [shown, setShown] = useState(false);
  const removed = value === false;
  const state = removed ? "removed" : isSet ? "set" : "not_set";
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
        value={removed ? "" : value}
        disabled={removed}
        autoComplete="new-password"
        spellCheck={false}
        visible={shown}
        onVisibilityChange={setShown}
        visibilityToggleButtonProps={{
          "aria-label": t(shown ? "form.secret.hide" : "form.secret.show", { label: name }),
          tabIndex: 0,
        }}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {isSet && (
        <Button
          variant="subtle"
          size="compact-sm"
          mt={4}
          onClick={() => onChange(removed ? "" : false)}
        >
          {t(removed ? "form.secret.keep" : "form.secret.remove", { label: name })}
        </Button>
      )}
    </div>
  );
}
