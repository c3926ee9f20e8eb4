// The user's sessions, with a button to end each.
import { Button, Skeleton, Text } from "@mantine/core";
import { IconDeviceDesktop, IconDeviceMobile } from "@tabler/icons-react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../../api/client";
import { dataQuery } from "../../../api/queries";
import type { SessionRow } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { showToast } from "../../../lib/toasts";
import { ConfirmDialog } from "../../../ui/dialogs/ConfirmDialog";
import { Badge } from "../../../ui/display/Badge";
import { RelativeText } from "../../../ui/display/DateText";
import { LoadFailure } from "../../../ui/feedback/LoadFailure";
import { Section } from "../../../ui/layout/Section";
import classes from "./Profile.module.css";
import { signInMethodKey } from "./signInMethods";
import { useBrowserName } from "./useBrowserName";

const sessionsQuery = dataQuery("/sessions");
const HANDHELD = /\b(?:iPhone|iPad|Android|Mobile)\b/;

function useEndSession() {
  const queryClient = useQueryClient();
  const [busy, setBusy] = useState(false);
  /** Null ends all sessions except the current one. */
  const endSession = async (id: string | null, message: string) => {
    setBusy(true);
    try {
      if (id === null) await api.delete("/sessions");
      else await api.delete("/sessions/{id}", { params: { id } });
      showToast({ kind: "success", summary: message });
      await queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey });
    } finally {
      setBusy(false);
    }
  };
  return { busy, endSession };
}

export function SessionsPanel() {
  const t = useTranslate();
  const { data: sessions, isError, refetch } = useQuery(sessionsQuery);
  const { busy, endSession } = useEndSession();
  const [isConfirming, setConfirming] = useState(false);
  if (!sessions) return isError ? <LoadFailure retry={refetch} /> : <Skeleton height={240} />;
  const endOthers = async () => {
    await endSession(null, t("profile.sessions.ended_others"));
    setConfirming(false);
  };
  return (
    <Section title={t("profile.sessions.title")}>
      <Text size="sm" c="dimmed" mb="xs">
        {t("profile.sessions.detail")}
      </Text>
      <ul className={classes.rows}>
        {sessions.map((session) => (
          <SessionItem key={session.api_id} session={session} busy={busy} endSession={endSession} />
        ))}
      </ul>
      {sessions.length > 1 ? (
        <Button variant="default" mt="xs" onClick={() => setConfirming(true)}>
          {t("profile.sessions.end_others")}
        </Button>
      ) : (
        <Text size="sm" c="dimmed" mt="xs">
          {t("profile.sessions.only")}
        </Text>
      )}
      <ConfirmDialog
        opened={isConfirming}
        busy={busy}
        title={t("profile.sessions.end_others_title")}
        detail={t("profile.sessions.end_others_detail")}
        confirmLabel={t("profile.sessions.end_others")}
        cancelLabel={t("common.cancel")}
        onCancel={() => setConfirming(false)}
        onConfirm={() => void endOthers()}
      />
    </Section>
  );
}

type SessionItemProps = {
  session: SessionRow;
  busy: boolean;
  endSession: (id: string | null, message: string) => Promise<void>;
};

function SessionItem({ session, busy, endSession }: SessionItemProps) {
  const t = useTranslate();
  const browser = useBrowserName()(session.agent);
  const Icon = HANDHELD.test(session.agent) ? IconDeviceMobile : IconDeviceDesktop;
  return (
    <li className={classes.row}>
      <Icon size={20} stroke={1.75} aria-hidden />
      <div className={classes.rowText}>
        <div className={classes.heading}>
          {browser}
          {session.is_current && <Badge tone="success">{t("profile.sessions.this")}</Badge>}
        </div>
        <Text size="sm" c="dimmed" component="div">
          {session.address} · {t(signInMethodKey(session.method))} · {t("profile.sessions.seen")}{" "}
          <RelativeText at={session.seen_at} />
        </Text>
      </div>
      {!session.is_current && (
        <Button
          variant="default"
          size="xs"
          disabled={busy}
          aria-label={t("profile.sessions.end_named", { browser })}
          onClick={() => void endSession(session.api_id, t("profile.sessions.ended", { browser }))}
        >
          {t("profile.sessions.end")}
        </Button>
      )}
    </li>
  );
}
