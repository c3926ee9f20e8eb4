// The banner of sample data: what is fictional, and for administrators its removal after a question.
import { Button, List, Text } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../api/client";
import { resourceKey } from "../../api/queries";
import type { SampleData } from "../../api/types";
import { useTranslate } from "../../i18n/translate";
import { useCurrentUser } from "../../session/currentUser";
import { usePermissions } from "../../session/permissions";
import { ConfirmDialog } from "../dialogs/ConfirmDialog";
import { SystemNotice } from "./SystemNotice";

/** The number of added records that the dialog shows is sent, so that none is removed unseen. */
function useRemoval(data: SampleData | undefined) {
  const queryClient = useQueryClient();
  const added = data?.added.reduce((sum, { count }) => sum + count, 0) ?? 0;
  return useMutation({
    mutationFn: () => api.post("/sample-data/removals", { added }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: resourceKey("/sample-data") }),
  });
}

export function SampleDataBanner({ data }: { data: SampleData | undefined }) {
  const t = useTranslate();
  const { can } = usePermissions();
  const { impersonator } = useCurrentUser();
  const queryClient = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const removal = useRemoval(data);
  const mayRemove = can("settings.edit") && !impersonator;
  const open = async () => {
    await queryClient.invalidateQueries({ queryKey: resourceKey("/sample-data") });
    setOpen(true);
  };
  return (
    <SystemNotice
      label={t("setup.sample.label")}
      title={t("setup.sample.title")}
      action={
        mayRemove &&
        data?.state === "loaded" && (
          <Button variant="default" size="compact-md" onClick={() => void open()}>
            {t("setup.sample.remove")}
          </Button>
        )
      }
    >
      {describe(t, data, mayRemove)}
      <ConfirmDialog
        opened={isOpen}
        busy={removal.isPending}
        title={t("setup.sample.question")}
        detail={t("setup.sample.consequence")}
        cancelLabel={t("common.cancel")}
        confirmLabel={t("setup.sample.confirm")}
        onCancel={() => setOpen(false)}
        onConfirm={() => removal.mutate(undefined, { onSuccess: () => setOpen(false) })}
      >
        {data && data.added.length > 0 && <AddedRecords added={data.added} />}
      </ConfirmDialog>
    </SystemNotice>
  );
}

function describe(
  t: ReturnType<typeof useTranslate>,
  data: SampleData | undefined,
  mayRemove: boolean,
): string {
  if (data?.state === "removing") return t("setup.sample.removing");
  if (!mayRemove) return t("setup.sample.detail_for_others");
  const detail = t("setup.sample.detail");
  return data?.error ? `${detail} ${t(`setup.sample.error.${data.error}`)}` : detail;
}

function AddedRecords({ added }: { added: SampleData["added"] }) {
  const t = useTranslate();
  return (
    <>
      <Text size="sm" mt="sm">
        {t("setup.sample.added")}
      </Text>
      <List size="sm">
        {added.map(({ kind, count }) => (
          <List.Item key={kind}>{t(`setup.sample.added_records.${kind}`, { count })}</List.Item>
        ))}
      </List>
    </>
  );
}
