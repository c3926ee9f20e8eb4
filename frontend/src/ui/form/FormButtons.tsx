// The buttons of a dialog with a form: cancel and submit.
import { Button, Group } from "@mantine/core";
import { useTranslate } from "../../i18n/translate";
import { useOfflineReason } from "../feedback/useOfflineReason";

type Props = { label: string; busy: boolean; onCancel: () => void };

export function FormButtons({ label, busy, onCancel }: Props) {
  const t = useTranslate();
  const offline = useOfflineReason();
  return (
    <Group justify="flex-end" gap="xs">
      <Button variant="default" onClick={onCancel}>
        {t("common.cancel")}
      </Button>
      <Button type="submit" loading={busy} {...offline}>
        {label}
      </Button>
    </Group>
  );
}
