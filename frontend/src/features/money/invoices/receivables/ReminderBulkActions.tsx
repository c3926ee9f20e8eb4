// The bulk action on receivables by client: send reminders, previewed first.
import { Button, Text } from "@mantine/core";
import { IconMailForward } from "@tabler/icons-react";
import { useState } from "react";
import type { ClientReceivables } from "../../../../api/types";
import { useTranslate } from "../../../../i18n/translate";
import { useOfflineReason } from "../../../../ui/feedback/useOfflineReason";
import type { BulkProps } from "../../../../ui/selection/bulk";
import { ReminderDialog } from "./ReminderDialog";

/** As many as the server previews at once. */
const MAX_REMINDED = 100;

export function ReminderBulkActions({ selection, count, read }: BulkProps<ClientReceivables>) {
  const t = useTranslate();
  const offline = useOfflineReason();
  const [clients, setClients] = useState<readonly string[]>();
  const [isReading, setReading] = useState(false);
  const isTooMany = count > MAX_REMINDED;
  const open = async () => {
    setReading(true);
    try {
      const rows = await read();
      setClients(rows.flatMap(({ client }) => (client ? [client.api_id] : [])));
    } finally {
      setReading(false);
    }
  };
  return (
    <>
      {isTooMany && (
        <Text size="xs" c="dimmed">
          {t("selection.too_many", { most: MAX_REMINDED })}
        </Text>
      )}
      <Button
        size="xs"
        variant="default"
        leftSection={<IconMailForward size={16} aria-hidden />}
        loading={isReading}
        disabled={isTooMany}
        {...offline}
        onClick={() => void open()}
      >
        {t("receivables.reminders.action")}
      </Button>
      {clients && clients.length > 0 && (
        <ReminderDialog
          clients={clients}
          onClose={() => setClients(undefined)}
          onSent={selection.clear}
        />
      )}
    </>
  );
}
