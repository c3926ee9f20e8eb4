// Below the pictures of a client: its notes and responsibilities.
import { Stack, Text } from "@mantine/core";
import type { Client } from "../../../api/types";
import { loadMessages, useTranslate } from "../../../i18n/translate";
import { Section } from "../../../ui/layout/Section";
import { lazyComponent } from "../../../ui/lazyComponent";

const ClientResponsibilities = lazyComponent(async () => {
  const [{ ClientResponsibilities: Responsibilities }] = await Promise.all([
    import("./ClientResponsibilities"),
    loadMessages("terms"),
  ]);
  return Responsibilities;
});

export function ClientOverview({ client }: { client: Client }) {
  const t = useTranslate();
  return (
    <Stack gap="md" mt="md">
      <Section title={t("clients.field.notes")}>
        <Text size="sm" c={client.notes ? undefined : "dimmed"} style={{ whiteSpace: "pre-line" }}>
          {client.notes || t("clients.no_notes")}
        </Text>
      </Section>
      <ClientResponsibilities client={client} />
    </Stack>
  );
}
