// Explains to a user without roles why nothing else opens; others get a link that leads on.
import { Button, Text } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { useTranslate } from "../../i18n/translate";
import { currentUserQuery } from "../../session/currentUser";
import { isDeactivated } from "../../session/permissions";
import { signOut } from "../../session/signIn";
import { ButtonLink } from "../links/ButtonLink";
import { Failure } from "./Failure";

export function DeactivatedPage() {
  const t = useTranslate();
  const router = useRouter();
  const queryClient = useQueryClient();
  const { data: user } = useQuery(currentUserQuery);
  const endSession = () =>
    void signOut({ queryClient, navigate: (to) => router.navigate({ href: to }) }).catch(
      () => undefined,
    );
  if (!user) {
    return (
      <Failure title={t("errors.deactivated.title")}>
        <Text>{t("errors.deactivated.signed_out")}</Text>
        <ButtonLink to="/auth/login">{t("errors.deactivated.sign_in")}</ButtonLink>
      </Failure>
    );
  }
  if (!isDeactivated(user)) {
    return (
      <Failure title={t("errors.deactivated.active_title")}>
        <Text>{t("errors.deactivated.active")}</Text>
        <ButtonLink to="/">{t("common.go_home")}</ButtonLink>
      </Failure>
    );
  }
  return (
    <Failure
      title={t("errors.deactivated.title")}
      // To the home page: the user may have received a role meanwhile.
      action={{ label: t("common.reload"), run: () => window.location.assign("/") }}
    >
      <Text>{t("errors.deactivated.description")}</Text>
      <Text>{t("errors.deactivated.ask")}</Text>
      <Text c="dimmed">{t("shell.account.signed_in_as", { email: user.email })}</Text>
      <Button variant="default" onClick={endSession}>
        {t("shell.account.sign_out")}
      </Button>
    </Failure>
  );
}
