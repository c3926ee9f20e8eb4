// The follow-up of a client's invoices, with a link to the form of the most urgent one.
import { Group, Stack, Text } from "@mantine/core";
import { IconAlertTriangle, IconBell, IconCalendarEvent } from "@tabler/icons-react";
import type { ClientReceivables } from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { formatDate, formatRelative } from "../../../lib/dates";
import { useCurrentUser } from "../../../session/currentUser";
import { Badge } from "../../../ui/display/Badge";
import { ButtonLink } from "../../../ui/links/ButtonLink";
import { changedSearch } from "../../../ui/links/screenSearch";

const STATES = [
  ["without_follow_up", "danger", IconAlertTriangle],
  ["due", "warning", IconBell],
  ["planned", "info", IconCalendarEvent],
] as const;

export function ClientFollowUp({ row }: { row: ClientReceivables }) {
  const t = useTranslate();
  const { follow_up: state } = row;
  const activeStates = STATES.filter(([name]) => state[name] > 0);
  return (
    <Stack gap={4} align="start" py={6}>
      <Group gap={4}>
        {activeStates.map(([name, tone, Icon]) => (
          <Badge key={name} tone={tone} icon={<Icon size={14} aria-hidden />}>
            {t(`receivables.by_client.${name}`, { count: state[name] })}
          </Badge>
        ))}
        {activeStates.length === 0 && <span>{t("receivables.by_client.quiet")}</span>}
      </Group>
      <FollowUpDates row={row} />
      {state.invoice && <PlanLink row={row} invoice={state.invoice} />}
    </Stack>
  );
}

function FollowUpDates({ row: { follow_up: state } }: { row: ClientReceivables }) {
  const t = useTranslate();
  const locale = useLocale();
  const { timezone } = useCurrentUser();
  const texts = [
    state.next_on && t("receivables.by_client.next", { date: formatDate(state.next_on, locale) }),
    state.last_noted_at &&
      state.last_noted_on &&
      t("receivables.by_client.last", {
        when: formatRelative(state.last_noted_at, locale, { timezone }),
        invoice: state.last_noted_on.name,
      }),
  ].filter(Boolean);
  if (texts.length === 0) return null;
  return (
    <Text size="xs" c="dimmed">
      {texts.join(" · ")}
    </Text>
  );
}

type PlanLinkProps = {
  row: ClientReceivables;
  invoice: NonNullable<ClientReceivables["follow_up"]["invoice"]>;
};

function PlanLink({ row, invoice }: PlanLinkProps) {
  const t = useTranslate();
  const client = row.client?.name ?? t("receivables.by_client.unmatched");
  return (
    <ButtonLink
      to="."
      search={changedSearch({ open: invoice.api_id, edit: invoice.api_id })}
      resetScroll={false}
      size="compact-xs"
      variant="default"
      aria-label={t("receivables.by_client.plan_for", { invoice: invoice.name, client })}
    >
      {t("receivables.by_client.plan")}
    </ButtonLink>
  );
}
