// Changes the user's password, or sets a first one. The rules are visible before typing.

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

/** Without and with a second factor. */
const MIN_LENGTH = { passwordOnly: 15, withSecondFactor: 8 };

export function PasswordSection() {
  const t = useTranslate();
  const queryClient = useQueryClient();
  const { has_password, two_factor, email } = useCurrentUser();
  const length = two_factor ? MIN_LENGTH.withSecondFactor : MIN_LENGTH.passwordOnly;
  const current: Rule[] = has_password ? [required()] : [];
  const rules = { current_password: current, password: [required(), min(length)] };
  const { data: factor } = useQuery(secondFactorQuery);
  const reauthentication = useReauthentication(
    factor?.reauthenticated_until ?? null,
    factor?.totp ?? false,
  );
  const form = useSmallForm(rules, async ({ current_password, password }) => {
    const body = has_password ? { current_password, password } : { password };
    const change = () => changePassword(body).then(finish);
    await (has_password ? change() : reauthentication.runConfirmed(change));
  });
  const finish = async () => {
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
        {/* A password manager needs the user name. */}
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
      {reauthentication.dialog}
    </Section>
  );
}
