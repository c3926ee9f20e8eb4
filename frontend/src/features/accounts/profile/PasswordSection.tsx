// Changing one's password, or giving oneself a first one; what it must be is said before it is typed.

import { Button, Text } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { resourceKey } from "../../../api/queries";
import { useTranslate } from "../../../i18n/translate";
import { showToast } from "../../../lib/toasts";
import { min, type Rule, required } from "../../../lib/validation";
import { refreshCurrentUser, useCurrentUser } from "../../../session/currentUser";
import { useSmallForm } from "../../../ui/form/useSmallForm";
import { Section } from "../../../ui/layout/Section";
import { PasswordField } from "../../../ui/reauthentication/PasswordField";
import { secondFactorQuery } from "../../../ui/reauthentication/reauthentication";
import { useReauthentication } from "../../../ui/reauthentication/useReauthentication";
import classes from "./Profile.module.css";
import { changePassword } from "./secondFactor";

/** Where a password stands alone, and where a second factor stands beside it. */
const SHORTEST = { alone: 15, beside: 8 };

export function PasswordSection() {
  const t = useTranslate();
  const queryClient = useQueryClient();
  const { has_password, two_factor, email } = useCurrentUser();
  const length = two_factor ? SHORTEST.beside : SHORTEST.alone;
  const current: Rule[] = has_password ? [required()] : [];
  const rules = { current_password: current, password: [required(), min(length)] };
  const { data: factor } = useQuery(secondFactorQuery);
  const proof = useReauthentication(factor?.reauthenticated_until ?? null, factor?.totp ?? false);
  const form = useSmallForm(rules, async ({ current_password, password }) => {
    const body = has_password ? { current_password, password } : { password };
    const change = () => changePassword(body).then(told);
    await (has_password ? change() : proof.runConfirmed(change));
  });
  const told = async () => {
    form.clear();
    await refreshCurrentUser(queryClient);
    await queryClient.invalidateQueries({ queryKey: resourceKey("/sessions") });
    showToast({
      kind: "success",
      summary: t("profile.password.changed"),
      detail: t("profile.password.changed_detail"),
    });
  };
  return (
    <Section title={t("profile.password.title")}>
      <Text size="sm" mb="md">
        {has_password ? null : `${t("profile.password.none")} `}
        {t("profile.password.rule", { length })}{" "}
        {two_factor ? null : `${t("profile.password.rule_alone")} `}
        {t("profile.password.others_end")}
      </Text>
      <form onSubmit={form.onSubmit} noValidate className={classes.form}>
        {/* So that a password manager knows whose password changes. */}
        <input type="text" name="username" value={email} autoComplete="username" readOnly hidden />
        {has_password && (
          <PasswordField
            {...form.field("current_password")}
            label={t("profile.password.current")}
            autoComplete="current-password"
          />
        )}
        <PasswordField
          {...form.field("password")}
          label={t("profile.password.new")}
          autoComplete="new-password"
        />
        <div>
          <Button type="submit" loading={form.busy}>
            {t(has_password ? "profile.password.change" : "profile.password.set")}
          </Button>
        </div>
      </form>
      {proof.dialog}
    </Section>
  );
}
