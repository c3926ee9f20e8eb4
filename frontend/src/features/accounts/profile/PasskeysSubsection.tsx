// The user's passkeys, with their last use and a button to remove each.
import { Button, Text } from "@mantine/core";
import { IconKey } from "@tabler/icons-react";
import { useState } from "react";
import type { Passkey } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { ConfirmDialog } from "../../../ui/dialogs/ConfirmDialog";
import { RelativeText } from "../../../ui/display/DateText";
import { type FactorProps, FactorSubsection } from "./FactorSubsections";
import classes from "./Profile.module.css";
import { canCreatePasskeys } from "./passkeys";
import { removePasskey, requestPasskeyOptions } from "./secondFactor";

type Props = FactorProps & { onStart: (options: PublicKeyCredentialCreationOptionsJSON) => void };

export function PasskeysSubsection({ state, runConfirmed, onRemoved, onStart }: Props) {
  const t = useTranslate();
  const [removing, setRemoving] = useState<Passkey | null>(null);
  const start = () => runConfirmed(async () => onStart(await requestPasskeyOptions()));
  const remove = (passkey: Passkey) => {
    setRemoving(null);
    return runConfirmed(async () => {
      await removePasskey(passkey);
      await onRemoved(t("profile.factor.passkey.removed"));
    });
  };
  return (
    <FactorSubsection title={t("profile.factor.passkey.title")}>
      <Text size="sm" c="dimmed" mb="xs">
        {t("profile.factor.passkey.off")}
      </Text>
      <ul className={classes.rows}>
        {state.passkeys.map((passkey) => (
          <PasskeyRow
            key={passkey.api_id}
            passkey={passkey}
            onRemove={() => setRemoving(passkey)}
          />
        ))}
      </ul>
      {canCreatePasskeys() ? (
        <Button variant="default" onClick={() => void start()}>
          {t("profile.factor.passkey.add")}
        </Button>
      ) : (
        <Text size="sm">{t("profile.factor.passkey.unsupported")}</Text>
      )}
      <ConfirmDialog
        opened={removing !== null}
        title={t("profile.factor.passkey.remove_title", { name: removing?.name ?? "" })}
        detail={t("profile.factor.passkey.remove_detail")}
        confirmLabel={t("profile.factor.passkey.remove")}
        onCancel={() => setRemoving(null)}
        onConfirm={() => removing && void remove(removing)}
      />
    </FactorSubsection>
  );
}

function PasskeyRow({ passkey, onRemove }: { passkey: Passkey; onRemove: () => void }) {
  const t = useTranslate();
  return (
    <li className={classes.row}>
      <IconKey size={20} stroke={1.75} aria-hidden />
      <div className={classes.rowText}>
        <Text fw={500}>{passkey.name}</Text>
        <Text size="sm" c="dimmed" component="div">
          {t("profile.factor.passkey.created")} <RelativeText at={passkey.created_at} /> ·{" "}
          {passkey.last_used_at === null ? (
            t("profile.factor.passkey.never")
          ) : (
            <>
              {t("profile.factor.passkey.used")} <RelativeText at={passkey.last_used_at} />
            </>
          )}
        </Text>
      </div>
      <Button
        variant="default"
        size="xs"
        aria-label={t("profile.factor.passkey.remove_named", { name: passkey.name })}
        onClick={onRemove}
      >
        {t("profile.factor.passkey.remove")}
      </Button>
    </li>
  );
}
