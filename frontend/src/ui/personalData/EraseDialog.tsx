// Asks for a reason and the person's name, erases the data, then lists texts that mention the person.
import { Text, Textarea, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../api/client";
import { ApiError } from "../../api/errors";
import { ErasureCreate } from "../../api/shapes/ErasureCreate.gen";
import { useTranslate } from "../../i18n/translate";
import { showToast } from "../../lib/toasts";
import { ConfirmDialog } from "../dialogs/ConfirmDialog";
import { type Erasure, MentionsDialog } from "./MentionsDialog";
import type { PersonRef } from "./personRef";

type Props = { person: PersonRef; onClose: () => void };

function useErase({ kind, id }: PersonRef, onClose: () => void) {
  const t = useTranslate();
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (fields: { name: string; reason: string }): Promise<Erasure> =>
      (await api.post("/erasures", { kind, id, ...fields })).data,
    onSuccess: async ({ name, mention_count }) => {
      showToast({ kind: "success", summary: t("erasure.done", { name }) });
      await client.invalidateQueries({ queryKey: ["api"] });
      if (mention_count === 0) onClose();
    },
  });
}

export function EraseDialog({ person, onClose }: Props) {
  const t = useTranslate();
  const { name } = person;
  const [reason, setReason] = useState("");
  const [typedName, setTypedName] = useState("");
  const erasing = useErase(person, onClose);
  const errors = erasing.error instanceof ApiError ? erasing.error.errors : {};
  if (erasing.data) return <MentionsDialog erasure={erasing.data} onClose={onClose} />;
  return (
    <ConfirmDialog
      opened
      title={t("erasure.title", { name })}
      detail={t("erasure.removed")}
      confirmLabel={t("erasure.confirm")}
      busy={erasing.isPending}
      isConfirmDisabled={reason.trim() === "" || typedName.trim() !== name}
      onCancel={onClose}
      onConfirm={() => erasing.mutate({ name: typedName.trim(), reason: reason.trim() })}
    >
      <Text size="sm" mt="sm">
        {t("erasure.stays")}
      </Text>
      <Text size="sm" mt="sm" fw={500}>
        {t("erasure.permanent")}
      </Text>
      <Textarea
        mt="md"
        required
        label={t("erasure.reason")}
        description={t("erasure.reason_help")}
        maxLength={ErasureCreate.limits.reason?.max}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
        error={errors.reason?.join(" ")}
      />
      <TextInput
        mt="md"
        required
        autoComplete="off"
        label={t("erasure.name", { name })}
        value={typedName}
        onChange={(event) => setTypedName(event.currentTarget.value)}
        error={errors.name?.join(" ")}
      />
    </ConfirmDialog>
  );
}
