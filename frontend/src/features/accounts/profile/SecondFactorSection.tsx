// The user's second factor: authenticator app, passkeys and recovery codes.
import { Skeleton, Text } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { lazy, Suspense, useState } from "react";
import type { SecondFactorState, TotpStart } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { showToast } from "../../../lib/toasts";
import { refreshCurrentUser } from "../../../session/currentUser";
import { LoadFailure } from "../../../ui/feedback/LoadFailure";
import { Section } from "../../../ui/layout/Section";
import {
  ignoreApiErrors,
  refreshSecondFactor,
  secondFactorQuery,
} from "../../../ui/reauthentication/reauthentication";
import { useReauthentication } from "../../../ui/reauthentication/useReauthentication";
import { RecoveryCodesSubsection, TotpSubsection } from "./FactorSubsections";
import { PasskeysSubsection } from "./PasskeysSubsection";

const TotpSetup = lazy(async () => ({ default: (await import("./TotpSetup")).TotpSetup }));
const PasskeySetup = lazy(async () => ({ default: (await import("./PasskeySetup")).PasskeySetup }));
const CodesDialog = lazy(async () => ({ default: (await import("./CodesDialog")).CodesDialog }));

type Step =
  | { kind: "totp"; start: TotpStart }
  | { kind: "passkey"; options: PublicKeyCredentialCreationOptionsJSON }
  | { kind: "codes"; codes: string[] };

/** `target` is the address to open once a required second factor is set up. */
type Props = { target?: string };

export function SecondFactorSection({ target }: Props) {
  const { data: state, isError, refetch } = useQuery(secondFactorQuery);
  if (!state) return isError ? <LoadFailure retry={refetch} /> : <Skeleton height={320} />;
  return <SecondFactorContent state={state} {...(target === undefined ? {} : { target })} />;
}

function useFinish(target: string | undefined) {
  const queryClient = useQueryClient();
  const router = useRouter();
  return async () => {
    await refreshSecondFactor(queryClient);
    const user = await refreshCurrentUser(queryClient);
    const canContinue = target !== undefined && user !== null && !user.must_enrol;
    if (canContinue) await router.navigate({ href: target, replace: true });
  };
}

function SecondFactorContent({ state, target }: Props & { state: SecondFactorState }) {
  const t = useTranslate();
  const [step, setStep] = useState<Step | null>(null);
  const reauthentication = useReauthentication(state.reauthenticated_until, state.totp);
  const finish = useFinish(target);
  const close = () => setStep(null);
  /** The first factor comes with recovery codes; they are shown first. */
  const onAdded = async (codes: string[]) => {
    if (codes.length > 0) return setStep({ kind: "codes", codes });
    close();
    await finish();
  };
  const onRemoved = async (message: string) => {
    showToast({ kind: "success", summary: message });
    await finish();
  };
  const runConfirmed = (change: () => Promise<void>) =>
    reauthentication.runConfirmed(() => ignoreApiErrors(change));
  const factorProps = { state, runConfirmed, onRemoved };
  return (
    <Section title={t("profile.factor.title")}>
      <Text size="sm">{t("profile.factor.why")}</Text>
      <TotpSubsection {...factorProps} onStart={(start) => setStep({ kind: "totp", start })} />
      <PasskeysSubsection
        {...factorProps}
        onStart={(options) => setStep({ kind: "passkey", options })}
      />
      {(state.totp || state.passkeys.length > 0) && (
        <RecoveryCodesSubsection
          {...factorProps}
          onCodes={(codes) => setStep({ kind: "codes", codes })}
        />
      )}
      {reauthentication.dialog}
      <Suspense fallback={null}>
        {step?.kind === "totp" && <TotpSetup start={step.start} onDone={onAdded} onClose={close} />}
        {step?.kind === "passkey" && (
          <PasskeySetup options={step.options} onDone={onAdded} onClose={close} />
        )}
        {step?.kind === "codes" && <CodesDialog codes={step.codes} onDone={() => onAdded([])} />}
      </Suspense>
    </Section>
  );
}
