// Tells a user without roles why there is nothing to see, whom to ask, and lets them look again or sign out.
import { Button, Text } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { useTranslate } from "../../i18n/translate";
import { currentUserQuery } from "../../session/currentUser";
import { signOut } from "../../session/signIn";
import { ButtonLink } from "../links/ButtonLink";
import { Failure } from "./Failure";

export function DeactivatedPage() {
  const t = useTranslate();
  const router = useRouter();
  const queryClient = useQueryClient();
  const { data: user } = useQuery(currentUserQuery);
  const leave = () =>
    void signOut({ queryClient, go: (to) => router.navigate({ href: to }) }).catch(() => undefined);
  if (!user) {
    return (
      <Failure title={t("errors.deactivated.title")}>
        <Text>{t("errors.deactivated.signed_out")}</Text>
        <ButtonLink to="/auth/login">{t("errors.deactivated.sign_in")}</ButtonLink>
      </Failure>
    );
  }
  return (
    <Failure
      title={t("errors.deactivated.title")}
      // Home, and not here again: whoever was given a role meanwhile has somewhere to be.
      action={{ label: t("common.reload"), run: () => window.location.assign("/") }}
    >
      <Text>{t("errors.deactivated.description")}</Text>
      <Text>{t("errors.deactivated.ask")}</Text>
      <Text c="dimmed">{t("shell.account.signed_in_as", { email: user.email })}</Text>
      <Button variant="default" onClick={leave}>
        {t("shell.account.sign_out")}
      </Button>
    </Failure>
  );
}
