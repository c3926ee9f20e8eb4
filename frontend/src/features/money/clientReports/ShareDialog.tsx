// Creates a private link to the report of a month, and shows its address once.
import "@mantine/core/styles/Input.css";
import { Button, Group, NativeSelect, Stack, Text, TextInput } from "@mantine/core";
import { IconCopy } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../../api/client";
import { useTranslate } from "../../../i18n/translate";
import { required } from "../../../lib/validation";
import { copyText } from "../../../ui/actions/copyText";
import { FormModal } from "../../../ui/form/FormModal";
import { useSmallForm } from "../../../ui/form/useSmallForm";

const DEFAULT_DAYS = "30";
const MAX_DAYS = 90;
const RULES = { month: [required()], days: [required()] };

type Props = {
  projectId: string;
  months: readonly { value: string; label: string }[];
  month: string;
  onClose: () => void;
};

export function ShareDialog({ projectId, months, month, onClose }: Props) {
  const t = useTranslate();
  const queryClient = useQueryClient();
  const [url, setUrl] = useState("");
  const form = useSmallForm(
    RULES,
    async (values) => {
      const { data } = await api.post(
        "/projects/{id}/report-links",
        { month: values.month.slice(0, 7), days: Number(values.days) },
        { params: { id: projectId }, expect: [422] },
      );
      setUrl(data.url);
      await queryClient.invalidateQueries({ queryKey: ["api", "/projects", projectId] });
    },
    { month, days: DEFAULT_DAYS },
  );
  return (
    <FormModal
      opened
      title={t(url ? "client_reports.share.created" : "client_reports.share.title")}
      onClose={onClose}
    >
      {url ? (
        <CreatedLink url={url} onClose={onClose} />
      ) : (
        <form onSubmit={form.onSubmit} noValidate>
          <Stack gap="md">
            <Text size="sm">{t("client_reports.share.detail")}</Text>
            <NativeSelect
              {...form.field("month")}
              label={t("client_reports.month")}
              data={[...months]}
            />
            <TextInput
              {...form.field("days")}
              type="number"
              min={1}
              max={MAX_DAYS}
              required
              label={t("client_reports.share.days")}
              description={t("client_reports.share.days_help")}
            />
            <Group justify="flex-end" gap="xs">
              <Button variant="default" onClick={onClose}>
                {t("common.cancel")}
              </Button>
              <Button type="submit" loading={form.busy}>
                {t("client_reports.share.create")}
              </Button>
            </Group>
          </Stack>
        </form>
      )}
    </FormModal>
  );
}

function CreatedLink({ url, onClose }: { url: string; onClose: () => void }) {
  const t = useTranslate();
  return (
    <Stack gap="md">
      <TextInput
        readOnly
        data-autofocus
        label={t("client_reports.share.url")}
        description={t("client_reports.share.once")}
        value={url}
        onFocus={(event) => event.currentTarget.select()}
      />
      <Group justify="flex-end" gap="xs">
        <Button
          leftSection={<IconCopy size={16} aria-hidden />}
          onClick={() => void copyText(url, t("client_reports.share.copied"))}
        >
          {t("client_reports.share.copy")}
        </Button>
        <Button variant="default" onClick={onClose}>
          {t("client_reports.share.close")}
        </Button>
      </Group>
    </Stack>
  );
}
