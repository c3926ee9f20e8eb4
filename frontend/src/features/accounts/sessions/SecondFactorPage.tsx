// The second step of signing in: one factor, with links to the others.
import { Text } from "@mantine/core";
import { Link, useRouter } from "@tanstack/react-router";
import type { ApiError } from "../../../api/errors";
import type { Factor } from "../../../api/types";
import { type Translate, useTranslate } from "../../../i18n/translate";
import { showToast } from "../../../lib/toasts";
import type { RedirectSearch } from "../../../session/guards";
import { clearPendingFactors } from "../../../session/pendingFactors";
import { FactorCode } from "./FactorCode";
import classes from "./Login.module.css";
import { canUsePasskeys, PasskeyStep } from "./PasskeyStep";
import { SignInLink } from "./SignInLink";
import { REFUSED, type SecondFactor, submitSecondFactor } from "./signInCalls";
import { useCompleteSignIn } from "./useCompleteSignIn";

type Props = { search: RedirectSearch; factors: readonly Factor[]; chosen?: Factor | undefined };

function usableFactors(factors: readonly Factor[]): readonly Factor[] {
  const usable = factors.filter((factor) => factor !== "passkey" || canUsePasskeys());
  return usable.length > 0 ? usable : factors;
}

function showExpiredToast(t: Translate): void {
  const [summary, detail] = [t("login.second.expired"), t("login.second.expired_detail")];
  showToast({ kind: "error", summary, detail });
}

export function SecondFactorPage({ search, factors, chosen }: Props) {
  const t = useTranslate();
  const router = useRouter();
  const complete = useCompleteSignIn(search);
  const usable = usableFactors(factors);
  const factor = chosen && usable.includes(chosen) ? chosen : (usable[0] ?? "recovery_code");

  const submit = async (body: SecondFactor) => {
    await submitSecondFactor(body);
    await complete(null);
  };
  const startAgain = (error: ApiError) => {
    if (error.code !== REFUSED.secondFactorExpired) return;
    clearPendingFactors();
    showExpiredToast(t);
    void router.navigate({ to: "/auth/login", search, replace: true });
  };
  const step = { submit, onRefused: startAgain };
  return (
    <div className={classes.steps}>
      {factor === "passkey" ? (
        <PasskeyStep {...step} />
      ) : (
        <FactorCode key={factor} factor={factor} {...step} />
      )}
      <nav aria-label={t("login.second.others")} className={classes.links}>
        {usable
          .filter((other) => other !== factor)
          .map((other) => (
            <Link
              key={other}
              to="/auth/second-factor"
              search={{ ...search, with: other }}
              replace
              className={classes.link}
            >
              {t(`login.second.${other}.other`)}
            </Link>
          ))}
        <SignInLink to="/auth/login" search={search}>
          {t("login.back")}
        </SignInLink>
      </nav>
      {!canUsePasskeys() && factor === "passkey" && (
        <Text c="dimmed">{t("login.second.passkey.unsupported")}</Text>
      )}
    </div>
  );
}
