// The health of a client with its reasons, each a sentence with its figure, and what a person set instead.
import { Button, Text } from "@mantine/core";
import { IconAlertCircle, IconAlertTriangle } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { dataQuery } from "../../../api/queries";
import type { Client, ClientHealth as Health } from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { formatDate } from "../../../lib/dates";
import { intlTag } from "../../../lib/numbers";
import { StatusBadge } from "../../../ui/display/StatusBadge";
import { Section } from "../../../ui/layout/Section";
import { lazyComponent } from "../../../ui/lazyComponent";
import classes from "./ClientFacts.module.css";
import { HealthReason } from "./HealthReason";

const HealthDialog = lazyComponent(async () => (await import("./HealthDialog")).HealthDialog);

export function ClientHealth({ client }: { client: Client }) {
  const t = useTranslate();
  const { data: health } = useQuery(
    dataQuery("/clients/{id}/health", { params: { id: client.api_id } }),
  );
  if (client.health === null) return null;
  return (
    <Section title={t("clients.field.health")}>
      <div className={classes.health}>
        <StatusBadge enumName="client_health" value={health?.level ?? client.health} />
        {health && client.can.includes("edit") && <SetHealth client={client} health={health} />}
      </div>
      {health?.set && <SetText health={health} set={health.set} />}
      {health && health.reasons.length > 0 && (
        <ul className={classes.reasons}>
          {health.reasons.map((reason, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the reasons have no ids and keep their order
            <li key={`${reason.kind}-${index}`} data-level={reason.level}>
              {reason.level === "red" ? (
                <IconAlertTriangle size={16} aria-hidden />
              ) : (
                <IconAlertCircle size={16} aria-hidden />
              )}
              <span>
                <HealthReason client={client} reason={reason} />
              </span>
            </li>
          ))}
        </ul>
      )}
      {health?.reasons.length === 0 && (
        <Text size="sm" c="dimmed">
          {t("client_page.health.no_reason")}
        </Text>
      )}
      {health && health.not_counted.length > 0 && <NotCounted subjects={health.not_counted} />}
    </Section>
  );
}

/** Readers with other rights may see another level. */
function NotCounted({ subjects }: { subjects: Health["not_counted"] }) {
  const t = useTranslate();
  const list = new Intl.ListFormat(intlTag(useLocale()));
  const names = subjects.map((subject) => t(`client_page.health.subject.${subject}`));
  return (
    <Text size="xs" c="dimmed" mt={8}>
      {t("client_page.health.not_counted", { subjects: list.format(names) })}
    </Text>
  );
}

function SetText({ health, set }: { health: Health; set: NonNullable<Health["set"]> }) {
  const t = useTranslate();
  const locale = useLocale();
  return (
    <div className={classes.set}>
      {set.reason && <p>{set.reason}</p>}
      <p>{t("client_page.health.set", { date: formatDate(set.until, locale) })}</p>
      {health.computed && health.computed !== set.level && (
        <p>
          {t("client_page.health.computed")}{" "}
          <StatusBadge enumName="client_health" value={health.computed} />
        </p>
      )}
    </div>
  );
}

/** The button and the dialog to set a level with its reason and last day. */
function SetHealth({ client, health }: { client: Client; health: Health }) {
  const t = useTranslate();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="default" size="compact-sm" onClick={() => setOpen(true)}>
        {t("client_page.health.change")}
      </Button>
      {isOpen && <HealthDialog client={client} health={health} onClose={() => setOpen(false)} />}
    </>
  );
}
