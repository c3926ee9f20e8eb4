// Where a record also lives: a way there, when it was last read, and a mark when that is long ago.
import { Anchor, Stack, Text } from "@mantine/core";
import { IconAlertTriangle, IconExternalLink, IconTrash } from "@tabler/icons-react";
import type { Connection, Link, Service } from "../../api/types";
import { useTranslate } from "../../i18n/translate";
import { serviceName } from "../../lib/services";
import { isTroubled, useConnection } from "../../session/connections";
import { Badge } from "../display/Badge";
import { RelativeText } from "../display/DateText";
import classes from "../ui.module.css";

const STALE_AFTER_MS = 24 * 60 * 60 * 1000;

/** Only addresses a browser may safely be sent to. */
export function safeAddress(url: string | null): string | null {
  return url !== null && /^https?:\/\//i.test(url) ? url : null;
}

type SourceProps = { service: Service; url: string | null; brief?: boolean };

/** `brief` shows the service alone, where the column already says what it is. */
export function SourceLink({ service, url, brief = false }: SourceProps) {
  const t = useTranslate();
  const address = safeAddress(url);
  const name = serviceName(service);
  if (address === null) return name;
  return (
    <Anchor
      href={address}
      target="_blank"
      rel="noopener noreferrer"
      inherit
      className={classes.figure}
    >
      {brief ? name : t("ui.open_in", { service: name })}{" "}
      <IconExternalLink size={12} aria-hidden style={{ verticalAlign: "-1px" }} />
      <span className={classes.unseen}> {t("ui.opens_new_tab")}</span>
    </Anchor>
  );
}

/** Of a service that answers, what did not change is as fresh as its last reading. */
function lastSeen(at: string, connection: Connection | undefined): string {
  const read = connection?.last_success_at ?? at;
  return Date.parse(read) > Date.parse(at) ? read : at;
}

function isStale(at: string, connection: Connection | undefined): boolean {
  if (connection && isTroubled(connection)) return true;
  return Date.now() - Date.parse(at) > STALE_AFTER_MS;
}

type SyncedProps = {
  service: Service;
  at: string | null;
  /** Since when the service no longer has the record. */
  gone?: string | null;
};

export function SyncedText({ service, at, gone = null }: SyncedProps) {
  const t = useTranslate();
  const connection = useConnection(service);
  if (gone !== null) {
    return (
      <Badge tone="warning" icon={<IconTrash size={12} aria-hidden />}>
        {t("ui.gone", { service: serviceName(service) })} <RelativeText at={gone} />
      </Badge>
    );
  }
  if (at === null) return t("ui.never_synced");
  const seen = lastSeen(at, connection);
  return (
    <>
      {t("ui.synced")} <RelativeText at={seen} />{" "}
      {isStale(seen, connection) && (
        <Badge tone="warning" icon={<IconAlertTriangle size={12} aria-hidden />}>
          {t("ui.stale")}
        </Badge>
      )}
    </>
  );
}

export function SourceLinks({ links, none }: { links: readonly Link[]; none: string }) {
  if (links.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {none}
      </Text>
    );
  }
  return (
    <Stack gap="sm">
      {links.map((link) => (
        <div key={`${link.service}/${link.external_id}`}>
          <Text size="sm" component="div">
            <SourceLink service={link.service} url={link.url} />
          </Text>
          <Text size="xs" c="dimmed" component="div">
            {link.name && `${link.name} · `}
            <SyncedText service={link.service} at={link.synced_at} gone={link.deleted_at} />
          </Text>
        </div>
      ))}
    </Stack>
  );
}
