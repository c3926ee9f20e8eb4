// Whether Google signs one in, and the way to end that.
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
      <Unlink offered={google_linked} />
    </Section>
  );
}

function Unlink({ offered }: { offered: boolean }) {
  const t = useTranslate();
  const queryClient = useQueryClient();
  const [asking, setAsking] = useState(false);
  const { data: factor } = useQuery(secondFactorQuery);
  const proof = useReauthentication(factor?.reauthenticated_until ?? null, factor?.totp ?? false);
  const unlink = () => {
    setAsking(false);
    const change = async () => {
      await unlinkGoogle();
      await refreshCurrentUser(queryClient);
      showToast({ kind: "success", summary: t("profile.google.unlinked") });
    };
    return proof.runConfirmed(() => ignoreApiErrors(change));
  };
  return (
    <>
      {offered && (
        <Button variant="default" mt="md" onClick={() => setAsking(true)}>
          {t("profile.google.unlink")}
        </Button>
      )}
      <ConfirmDialog
        opened={asking}
        title={t("profile.google.unlink_title")}
        detail={t("profile.google.unlink_detail")}
        confirmLabel={t("profile.google.unlink")}
        onCancel={() => setAsking(false)}
        onConfirm={() => void unlink()}
      />
      {proof.dialog}
    </>
  );
}
