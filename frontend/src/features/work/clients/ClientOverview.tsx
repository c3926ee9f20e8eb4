// The overview of a client: figures, health and notes.
import { Stack, Text } from "@mantine/core";
import type { Client, Money } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { FigureCards } from "../../../ui/figures/FigureCards";
import { Section } from "../../../ui/layout/Section";
import { MoneyText } from "../../../ui/money/MoneyText";

function useClientFigures(client: Client) {
  const t = useTranslate();
  const figures: { label: string; money: Money | undefined; help?: string }[] = [
    { label: t("clients.field.mrr"), money: client.mrr, help: t("clients.help.mrr") },
    {
      label: t("clients.field.outstanding"),
      money: client.outstanding,
      help: t("clients.help.outstanding"),
    },
    { label: t("clients.field.overdue"), money: client.overdue, help: t("clients.help.overdue") },
    {
      label: t("clients.field.lifetime_revenue"),
      money: client.lifetime_revenue,
      help: t("clients.help.lifetime_revenue"),
    },
  ];
  return figures
    .filter(({ money }) => money !== undefined)
    .map(({ money, ...figure }) => ({ ...figure, value: <MoneyText money={money} /> }));
}

export function ClientOverview({ client }: { client: Client }) {
  const t = useTranslate();
  const figures = useClientFigures(client);
  return (
    <Stack gap="md">
      {figures.length > 0 && <FigureCards figures={figures} />}
      {client.health_note && (
        <Section title={t("clients.field.health_note")}>
          <Text size="sm" style={{ whiteSpace: "pre-line" }}>
            {client.health_note}
          </Text>
        </Section>
      )}
      <Section title={t("clients.field.notes")}>
        <Text size="sm" c={client.notes ? undefined : "dimmed"} style={{ whiteSpace: "pre-line" }}>
          {client.notes || t("clients.no_notes")}
        </Text>
      </Section>
    </Stack>
  );
}
