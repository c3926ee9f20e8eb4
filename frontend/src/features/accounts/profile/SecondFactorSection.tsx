// One's second factor: an authenticator app, passkeys, and the codes for the day when neither is at hand.
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
import { AppPart, CodesPart } from "./FactorParts";
import { PasskeysPart } from "./PasskeysPart";

const TotpSetup = lazy(async () => ({ default: (await import("./TotpSetup")).TotpSetup }));
const PasskeySetup = lazy(async () => ({ default: (await import("./PasskeySetup")).PasskeySetup }));
const CodesDialog = lazy(async () => ({ default: (await import("./CodesDialog")).CodesDialog }));

type Step =
  | { kind: "totp"; start: TotpStart }
  | { kind: "passkey"; options: PublicKeyCredentialCreationOptionsJSON }
  | { kind: "codes"; codes: string[] };

/** `afterwards` is where somebody goes who came only because a second factor was asked of them. */
type Props = { afterwards?: string };

export function SecondFactorSection({ afterwards }: Props) {
  const { data: state, isError, refetch } = useQuery(secondFactorQuery);
  if (!state) return isError ? <LoadFailure retry={refetch} /> : <Skeleton height={320} />;
  return <Loaded state={state} {...(afterwards === undefined ? {} : { afterwards })} />;
}

function useFinish(afterwards: string | undefined) {
  const queryClient = useQueryClient();
  const router = useRouter();
  return async () => {
    await refreshSecondFactor(queryClient);
    const user = await refreshCurrentUser(queryClient);
    const isFree = afterwards !== undefined && user !== null && !user.must_enrol;
    if (isFree) await router.navigate({ href: afterwards, replace: true });
  };
}

function Loaded({ state, afterwards }: Props & { state: SecondFactorState }) {
  const t = useTranslate();
  const [step, setStep] = useState<Step | null>(null);
  const proof = useReauthentication(state.reauthenticated_until, state.totp);
  const finish = useFinish(afterwards);
  const close = () => setStep(null);
  /** Codes come with the first factor, and are shown before anything else happens. */
  const added = async (codes: string[]) => {
    if (codes.length > 0) return setStep({ kind: "codes", codes });
    close();
    await finish();
  };
  const removed = async (said: string) => {
    showToast({ kind: "success", summary: said });
    await finish();
  };
  const runConfirmed = (change: () => Promise<void>) =>
    proof.runConfirmed(() => ignoreApiErrors(change));
  const part = { state, runConfirmed, removed };
  return (
    <Section title={t("profile.factor.title")}>
      <Text size="sm">{t("profile.factor.why")}</Text>
      <AppPart {...part} onStart={(start) => setStep({ kind: "totp", start })} />
      <PasskeysPart {...part} onStart={(options) => setStep({ kind: "passkey", options })} />
      {(state.totp || state.passkeys.length > 0) && (
        <CodesPart {...part} onCodes={(codes) => setStep({ kind: "codes", codes })} />
      )}
      {proof.dialog}
      <Suspense fallback={null}>
        {step?.kind === "totp" && <TotpSetup start={step.start} onDone={added} onClose={close} />}
        {step?.kind === "passkey" && (
          <PasskeySetup options={step.options} onDone={added} onClose={close} />
        )}
        {step?.kind === "codes" && <CodesDialog codes={step.codes} onKept={() => added([])} />}
      </Suspense>
    </Section>
  );
}
