// The authenticator app and the recovery codes, as parts of the second factor.
import { Button, Text } from "@mantine/core";
import { type ReactNode, useState } from "react";
import type { SecondFactorState, TotpStart } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { ConfirmDialog } from "../../../ui/dialogs/ConfirmDialog";
import { EnabledBadge } from "./EnabledBadge";
import classes from "./Profile.module.css";
import { removeTotp, renewCodes, startTotp } from "./secondFactor";

export type PartProps = {
  state: SecondFactorState;
  /** Runs a change once the person has shown that it is they. */
  runConfirmed: (change: () => Promise<void>) => Promise<void>;
  removed: (said: string) => Promise<void>;
};

export function Part({
  title,
  badge,
  children,
}: {
  title: string;
  badge?: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className={classes.part}>
      <h3 className={classes.partTitle}>
        {title}
        {badge}
      </h3>
      {children}
    </div>
  );
}

type AppProps = PartProps & { onStart: (start: TotpStart) => void };

export function AppPart({ state, runConfirmed, removed, onStart }: AppProps) {
  const t = useTranslate();
  const [asking, setAsking] = useState(false);
  const start = () => runConfirmed(async () => onStart(await startTotp()));
  const remove = () => {
    setAsking(false);
    return runConfirmed(async () => {
      await removeTotp();
      await removed(t("profile.factor.totp.removed"));
    });
  };
  return (
    <Part
      title={t("profile.factor.totp.title")}
      badge={
        <EnabledBadge on={state.totp} yes={t("profile.factor.on")} no={t("profile.factor.off")} />
      }
    >
      <Text size="sm" c="dimmed" mb="xs">
        {t(state.totp ? "profile.factor.totp.on" : "profile.factor.totp.off")}
      </Text>
      {state.totp ? (
        <Button variant="default" onClick={() => setAsking(true)}>
          {t("profile.factor.totp.remove")}
        </Button>
      ) : (
        <Button variant="default" onClick={() => void start()}>
          {t("profile.factor.totp.add")}
        </Button>
      )}
      <ConfirmDialog
        opened={asking}
        title={t("profile.factor.totp.remove_title")}
        detail={t("profile.factor.totp.remove_detail")}
        confirmLabel={t("profile.factor.totp.remove")}
        onCancel={() => setAsking(false)}
        onConfirm={() => void remove()}
      />
    </Part>
  );
}

type CodesProps = PartProps & { onCodes: (codes: string[]) => void };

export function CodesPart({ state, runConfirmed, onCodes }: CodesProps) {
  const t = useTranslate();
  const [asking, setAsking] = useState(false);
  const renew = () => {
    setAsking(false);
    return runConfirmed(async () => onCodes(await renewCodes()));
  };
  return (
    <Part title={t("profile.factor.codes.title")}>
      <Text size="sm" c="dimmed" mb="xs">
        {t("profile.factor.codes.left", { count: state.recovery_codes_left })}
      </Text>
      <Button variant="default" onClick={() => setAsking(true)}>
        {t("profile.factor.codes.renew")}
      </Button>
      <ConfirmDialog
        opened={asking}
        title={t("profile.factor.codes.renew_title")}
        detail={t("profile.factor.codes.renew_detail")}
        confirmLabel={t("profile.factor.codes.renew")}
        onCancel={() => setAsking(false)}
        onConfirm={() => void renew()}
      />
    </Part>
  );
}
