// The overview of a client: figures, health and notes.
import { Stack, Text } from "@mantine/core";
import type { Client } from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { formatMoney, isZeroMoney } from "../../../lib/money";
import { useToday } from "../../../session/today";
import { FigureCards } from "../../../ui/figures/FigureCards";
import { RecordFigureRows } from "../../../ui/figures/RecordFigureRows";
import { Section } from "../../../ui/layout/Section";
import { lazyComponent } from "../../../ui/lazyComponent";
import { MoneyText } from "../../../ui/money/MoneyText";
import { ClientMoneyText } from "./ClientMoneyText";

const ClientResponsibilities = lazyComponent(
  async () => (await import("./ClientResponsibilities")).ClientResponsibilities,
);

const FIGURE_NAMES = ["mrr", "outstanding", "overdue", "lifetime_revenue"] as const;

/** The figures that the user may see; each opens its projects or invoices. */
function useClientFigures(client: Client) {
  const t = useTranslate();
  const asOf = useToday();
  return FIGURE_NAMES.filter((name) => client[name] !== undefined).map((name) => {
    const label = t(`clients.field.${name}`);
    const help = t(`clients.help.${name}`);
    const query = { figure: `client_${name}`, id: client.api_id } as const;
    return {
      label,
      help,
      value: (
        <RecordFigureRows label={label} help={help} query={query} asOf={asOf}>
          {name === "lifetime_revenue" ? (
            <MoneyText money={client.lifetime_revenue} />
          ) : (
            <>
              <ClientMoneyText client={client} name={name} />
              {name === "outstanding" && <UnappliedText client={client} />}
            </>
          )}
        </RecordFigureRows>
      ),
    };
  });
}

function UnappliedText({ client: { unapplied } }: { client: Client }) {
  const t = useTranslate();
  const locale = useLocale();
  if (unapplied === undefined || isZeroMoney(unapplied)) return null;
  return (
    <Text size="xs" c="dimmed">
      {t("clients.unapplied", { amount: formatMoney(unapplied, locale) })}
    </Text>
  );
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
      <ClientResponsibilities client={client} />
      <Section title={t("clients.field.notes")}>
        <Text size="sm" c={client.notes ? undefined : "dimmed"} style={{ whiteSpace: "pre-line" }}>
          {client.notes || t("clients.no_notes")}
        </Text>
      </Section>
    </Stack>
  );
}
