// Offers to restore a draft.
import "@mantine/core/styles/Alert.css";
import { Alert, Button, Group, Text } from "@mantine/core";
import { IconRestore } from "@tabler/icons-react";
import { useTranslate } from "../../i18n/translate";

type Props = { onRestore: () => void; onDiscard: () => void };

export function DraftNotice({ onRestore, onDiscard }: Props) {
  const t = useTranslate();
  return (
    <Alert role="status" icon={<IconRestore aria-hidden />} title={t("form.draft.title")}>
      <Text size="sm">{t("form.draft.detail")}</Text>
      <Group gap="xs" mt="xs">
        <Button size="xs" onClick={onRestore}>
          {t("form.draft.restore")}
        </Button>
        <Button size="xs" variant="default" onClick={onDiscard}>
          {t("form.draft.discard")}
        </Button>
      </Group>
    </Alert>
  );
}
