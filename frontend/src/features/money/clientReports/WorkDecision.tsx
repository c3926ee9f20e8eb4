// Confirms the client's decision about extra work, with the name of the person who decides.
import "@mantine/core/styles/Input.css";
import { Text, Textarea, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../../api/client";
import { ApiError } from "../../../api/errors";
import { SharedDecision } from "../../../api/shapes/SharedDecision.gen";
import { useTranslate } from "../../../i18n/translate";
import { ConfirmDialog } from "../../../ui/dialogs/ConfirmDialog";
import type { Work } from "./sharedReport";

type Props = {
  token: string;
  work: Work;
  decision: "approved" | "declined";
  name: string;
  onDecided: (name: string) => void;
  onClose: () => void;
  /** The server's state differs from the page, or changed by this decision. */
  onChanged: () => void;
};

export function WorkDecision(props: Props) {
  const { token, work, decision, onDecided, onClose, onChanged } = props;
  const t = useTranslate();
  const [name, setName] = useState(props.name);
  const [reason, setReason] = useState("");
  const [isSubmitted, setSubmitted] = useState(false);
  const isMissing = name.trim() === "";
  const isApproval = decision === "approved";
  const sending = useMutation({
    mutationFn: () =>
      api.post(
        "/shared-reports/decisions",
        { token, key: work.key, decision, name: name.trim(), reason: isApproval ? null : reason },
        { expect: "any" },
      ),
    onSuccess: () => {
      onDecided(name.trim());
      onChanged();
    },
    onError: (error) => {
      if (error instanceof ApiError && error.status === 409) onChanged();
    },
  });
  const confirm = () => {
    setSubmitted(true);
    if (!isMissing && !sending.isPending) sending.mutate();
  };
  return (
    <ConfirmDialog
      isHarmless={isApproval}
      opened
      busy={sending.isPending}
      title={t(`client_reports.page.${isApproval ? "approve" : "decline"}_title`, {
        name: work.name,
      })}
      detail={t("client_reports.page.approve_detail", { amount: work.amount })}
      cancelLabel={t("common.cancel")}
      confirmLabel={t(`client_reports.page.${isApproval ? "approve" : "decline"}`)}
      onCancel={onClose}
      onConfirm={confirm}
    >
      <TextInput
        mt="md"
        required
        label={t("client_reports.page.your_name")}
        autoComplete="name"
        maxLength={SharedDecision.limits.name?.max}
        error={isSubmitted && isMissing && t("validation.required")}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      {!isApproval && (
        <Textarea
          mt="sm"
          rows={3}
          label={t("client_reports.page.reason")}
          maxLength={SharedDecision.limits.reason?.max}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      )}
      {sending.error && <Refusal error={sending.error} />}
    </ConfirmDialog>
  );
}

function Refusal({ error }: { error: Error }) {
  const t = useTranslate();
  return (
    <Text mt="sm" size="sm" c="var(--regie-danger-text)" role="alert">
      {t("client_reports.page.refused")}. {error.message || t("client_reports.page.failed.detail")}
    </Text>
  );
}
