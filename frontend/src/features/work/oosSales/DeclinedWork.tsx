// Asks what becomes of work that the client declined, as long as it goes on.
import "@mantine/core/styles/Alert.css";
import { Alert, Button, Group, Stack, Text } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../../api/client";
import type { Project } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { showToast } from "../../../lib/toasts";
import { ConfirmDialog } from "../../../ui/dialogs/ConfirmDialog";

/** By status, the ends that work may have; finished work has none. */
const ENDS = {
  draft: ["cancelled"],
  active: ["cancelled", "completed"],
  on_hold: ["cancelled", "completed"],
} as const;

type End = "cancelled" | "completed";

/** Shows nothing once the work is finished, or to those who may not change it. */
export function DeclinedWork({ project }: { project: Project }) {
  const t = useTranslate();
  const [chosen, setChosen] = useState<End | null>(null);
  const ends: Partial<Record<Project["status"], readonly End[]>> = ENDS;
  const offered = ends[project.status] ?? [];
  if (offered.length === 0 || !project.can.includes("edit")) return null;
  return (
    <Alert
      color="yellow"
      icon={<IconAlertTriangle aria-hidden />}
      title={t("oos_sales.declined.title")}
    >
      <Stack gap="sm">
        <Text size="sm">{t("oos_sales.declined.detail")}</Text>
        <Group gap="xs">
          {offered.map((end) => (
            <Button key={end} variant="default" onClick={() => setChosen(end)}>
              {t(`oos_sales.declined.${end}.action`)}
            </Button>
          ))}
        </Group>
      </Stack>
      {chosen && <EndDialog project={project} end={chosen} onClose={() => setChosen(null)} />}
    </Alert>
  );
}

type EndProps = { project: Project; end: End; onClose: () => void };

function EndDialog({ project, end, onClose }: EndProps) {
  const t = useTranslate();
  const queryClient = useQueryClient();
  const { api_id: id, name, version } = project;
  const mutation = useMutation({
    mutationFn: () => api.patch("/projects/{id}", { status: end, version }, { params: { id } }),
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: ["api"] });
      showToast({ kind: "success", summary: t(`oos_sales.declined.${end}.done`, { name }) });
    },
    onSettled: onClose,
  });
  return (
    <ConfirmDialog
      opened
      busy={mutation.isPending}
      title={t(`oos_sales.declined.${end}.title`, { name })}
      detail={t(`oos_sales.declined.${end}.detail`)}
      cancelLabel={t("common.cancel")}
      confirmLabel={t(`oos_sales.declined.${end}.action`)}
      isHarmless={end === "completed"}
      onCancel={onClose}
      onConfirm={() => mutation.mutate()}
    />
  );
}
