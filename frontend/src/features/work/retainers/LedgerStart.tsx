// With which month the ledger of a retainer begins, and whether its opening balance is stated or assumed.
import { Button, Group, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { itemQuery } from "../../../api/queries";
import type { Project } from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { monthOfYear } from "../../../lib/dates";
import { formatHours } from "../../../lib/numbers";
import { useToday } from "../../../session/today";
import { LinkedText } from "../../../ui/links/LinkedText";

const LedgerStartDialog = lazy(async () => ({
  default: (await import("./LedgerStartDialog")).LedgerStartDialog,
}));

export function LedgerStart({ projectId }: { projectId: string }) {
  const t = useTranslate();
  const today = useToday();
  const [isDialogLoaded, setDialogLoaded] = useState(false);
  const [opened, setOpened] = useState(false);
  const { data: project } = useQuery(itemQuery("/projects/{id}", projectId));
  if (project === undefined) return null;
  const { ledger_from, start_on, end_on, can } = project;
  const hasEarlierMonths = start_on.slice(0, 7) < today.slice(0, 7);
  const beginsLater = ledger_from !== null;
  // An ended retainer has no month in which such a ledger would open.
  const hasLedger = beginsLater && (end_on === null || end_on >= ledger_from);
  const canChange =
    (hasEarlierMonths && can.includes("begin_ledger")) ||
    (hasLedger && can.includes("state_opening"));
  if (!hasLedger && !canChange) return null;
  return (
    <Group gap="xs" justify="space-between">
      {hasLedger && <Opening project={project} />}
      {canChange && (
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => {
            setDialogLoaded(true);
            setOpened(true);
          }}
        >
          {t(beginsLater ? "retainers.start.change" : "retainers.start.begin_later")}
        </Button>
      )}
      {isDialogLoaded && (
        <Suspense fallback={null}>
          <LedgerStartDialog project={project} opened={opened} onClose={() => setOpened(false)} />
        </Suspense>
      )}
    </Group>
  );
}

function Opening({ project }: { project: Project }) {
  const t = useTranslate();
  const locale = useLocale();
  const { ledger_from: from, opening_hours: hours } = project;
  if (from === null) return null;
  const month = monthOfYear(from, locale);
  const text =
    hours === null
      ? t("retainers.start.assumed", { month })
      : t("retainers.start.stated", { month, hours: formatHours(hours, locale) });
  return (
    <div>
      <Text size="sm">
        <LinkedText text={text} parts={{ b: (part) => <strong>{part}</strong> }} />
      </Text>
      <Text size="sm" c="dimmed">
        {t("retainers.start.earlier")}
      </Text>
    </div>
  );
}
