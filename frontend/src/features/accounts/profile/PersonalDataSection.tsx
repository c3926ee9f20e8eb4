// Exports everything that is stored about the current user.
import { Button, Text } from "@mantine/core";
import { IconFileExport } from "@tabler/icons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "../../../api/client";
import { useTranslate } from "../../../i18n/translate";
import { showToast } from "../../../lib/toasts";
import { pollExport } from "../../../ui/exports/pollExports";
import { watchExport } from "../../../ui/exports/watchedExports";
import { Section } from "../../../ui/layout/Section";
import classes from "./Profile.module.css";

export function PersonalDataSection() {
  const t = useTranslate();
  const client = useQueryClient();
  const exporting = useMutation({
    mutationFn: async () => (await api.post("/me/personal-data-exports")).data,
    onSuccess: ({ api_id: id }) => {
      watchExport(id);
      pollExport(client, id);
      showToast({ kind: "success", summary: t("personal_data.export.done") });
    },
  });
  return (
    <Section title={t("profile.personal_data.title")}>
      <Text size="sm" c="dimmed" mb="sm">
        {t("profile.personal_data.detail")}
      </Text>
      <Button
        variant="default"
        classNames={{ root: classes.wrapping, label: classes.wrappingLabel }}
        leftSection={<IconFileExport size={16} aria-hidden />}
        loading={exporting.isPending}
        onClick={() => exporting.mutate()}
      >
        {t("personal_data.export.action")}
      </Button>
    </Section>
  );
}
