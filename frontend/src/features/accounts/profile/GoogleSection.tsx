// Whether the account is linked to Google, with a button to unlink it.
import { Button, Text } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslate } from "../../../i18n/translate";
import { showToast } from "../../../lib/toasts";
import { refreshCurrentUser, useCurrentUser } from "../../../session/currentUser";
import { ConfirmDialog } from "../../../ui/dialogs/ConfirmDialog";
import { Section } from "../../../ui/layout/Section";
import { ignoreApiErrors, secondFactorQuery } from "../../../ui/reauthentication/reauthentication";
import { useReauthentication } from "../../../ui/reauthentication/useReauthentication";
import { EnabledBadge } from "./EnabledBadge";
import { unlinkGoogle } from "./secondFactor";

export function GoogleSection() {
  const t = useTranslate();
  const { google_linked, email } = useCurrentUser();
  return (
    <Section title={t("profile.google.title")}>
      <EnabledBadge
        on={google_linked}
        yes={t("profile.google.linked")}
        no={t("profile.google.not_linked")}
      />
      <Text size="sm" mt="xs">
        {google_linked
          ? t("profile.google.linked_detail")
          : t("profile.google.not_linked_detail", { email })}
      </Text>
      <UnlinkButton isLinked={google_linked} />
    </Section>
  );
}

function UnlinkButton({ isLinked }: { isLinked: boolean }) {
  const t = useTranslate();
  const queryClient = useQueryClient();
  const [isConfirming, setConfirming] = useState(false);
  const { data: factor } = useQuery(secondFactorQuery);
  const reauthentication = useReauthentication(
    factor?.reauthenticated_until ?? null,
    factor?.totp ?? false,
  );
  const unlink = () => {
    setConfirming(false);
    const change = async () => {
      await unlinkGoogle();
      await refreshCurrentUser(queryClient);
      showToast({ kind: "success", summary: t("profile.google.unlinked") });
    };
    return reauthentication.runConfirmed(() => ignoreApiErrors(change));
  };
  return (
    <>
      {isLinked && (
        <Button variant="default" mt="md" onClick={() => setConfirming(true)}>
          {t("profile.google.unlink")}
        </Button>
      )}
      <ConfirmDialog
        opened={isConfirming}
        title={t("profile.google.unlink_title")}
        detail={t("profile.google.unlink_detail")}
        confirmLabel={t("profile.google.unlink")}
        onCancel={() => setConfirming(false)}
        onConfirm={() => void unlink()}
      />
      {reauthentication.dialog}
    </>
  );
}
