// The authenticator app and the recovery codes in the second factor section.
import { Button, Text } from "@mantine/core";
import { type ReactNode, useState } from "react";
import type { SecondFactorState, TotpStart } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { ConfirmDialog } from "../../../ui/dialogs/ConfirmDialog";
import { EnabledBadge } from "./EnabledBadge";
import classes from "./Profile.module.css";
import { removeTotp, renewCodes, startTotp } from "./secondFactor";

export type FactorProps = {
  state: SecondFactorState;
  /** Reauthenticates the user if needed, then runs the change. */
  runConfirmed: (change: () => Promise<void>) => Promise<void>;
  onRemoved: (message: string) => Promise<void>;
};

export function FactorSubsection({
  title,
  badge,
  children,
}: {
  title: string;
  badge?: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className={classes.factor}>
      <h3 className={classes.heading}>
        {title}
        {badge}
      </h3>
      {children}
    </div>
  );
}

type TotpProps = FactorProps & { onStart: (start: TotpStart) => void };

export function TotpSubsection({ state, runConfirmed, onRemoved, onStart }: TotpProps) {
  const t = useTranslate();
  const [isConfirming, setConfirming] = useState(false);
  const start = () => runConfirmed(async () => onStart(await startTotp()));
  const remove = () => {
    setConfirming(false);
    return runConfirmed(async () => {
      await removeTotp();
      await onRemoved(t("profile.factor.totp.removed"));
    });
  };
  return (
    <FactorSubsection
      title={t("profile.factor.totp.title")}
      badge={
        <EnabledBadge on={state.totp} yes={t("profile.factor.on")} no={t("profile.factor.off")} />
      }
    >
      <Text size="sm" c="dimmed" mb="xs">
        {t(state.totp ? "profile.factor.totp.on" : "profile.factor.totp.off")}
      </Text>
      {state.totp ? (
        <Button variant="default" onClick={() => setConfirming(true)}>
          {t("profile.factor.totp.remove")}
        </Button>
      ) : (
        <Button variant="default" onClick={() => void start()}>
          {t("profile.factor.totp.add")}
        </Button>
      )}
      <ConfirmDialog
        opened={isConfirming}
        title={t("profile.factor.totp.remove_title")}
        detail={t("profile.factor.totp.remove_detail")}
        confirmLabel={t("profile.factor.totp.remove")}
        onCancel={() => setConfirming(false)}
        onConfirm={() => void remove()}
      />
    </FactorSubsection>
  );
}

type RecoveryCodesProps = FactorProps & { onCodes: (codes: string[]) => void };

export function RecoveryCodesSubsection({ state, runConfirmed, onCodes }: RecoveryCodesProps) {
  const t = useTranslate();
  const [isConfirming, setConfirming] = useState(false);
  const renew = () => {
    setConfirming(false);
    return runConfirmed(async () => onCodes(await renewCodes()));
  };
  return (
    <FactorSubsection title={t("profile.factor.codes.title")}>
      <Text size="sm" c="dimmed" mb="xs">
        {t("profile.factor.codes.left", { count: state.recovery_codes_left })}
      </Text>
      <Button variant="default" onClick={() => setConfirming(true)}>
        {t("profile.factor.codes.renew")}
      </Button>
      <ConfirmDialog
        opened={isConfirming}
        title={t("profile.factor.codes.renew_title")}
        detail={t("profile.factor.codes.renew_detail")}
        confirmLabel={t("profile.factor.codes.renew")}
        onCancel={() => setConfirming(false)}
        onConfirm={() => void renew()}
      />
    </FactorSubsection>
  );
}
