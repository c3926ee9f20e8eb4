// Links to a record in the outside services, with its last synchronization and a mark for stale data.
import { Anchor, Stack, Text } from "@mantine/core";
import { IconAlertTriangle, IconExternalLink, IconTrash } from "@tabler/icons-react";
import type { Connection, Link, Service } from "../../api/types";
import { useTranslate } from "../../i18n/translate";
import { serviceName } from "../../lib/services";
import { hasProblem, useConnection, useLastSuccess } from "../../session/connections";
import { Badge } from "../display/Badge";
import { RelativeText } from "../display/DateText";
import classes from "../ui.module.css";

const STALE_AFTER_MS = 2 * 60 * 60 * 1000;

/** Allows only URLs that are safe to open. */
export function safeUrl(url: string | null): string | null {
  return url !== null && /^https?:\/\//i.test(url) ? url : null;
}

type SourceProps = { service: Service; url: string | null; isBrief?: boolean };

/** `brief` shows only the service, when the column already names the record. */
export function SourceLink({ service, url, isBrief = false }: SourceProps) {
  const t = useTranslate();
  const href = safeUrl(url);
  const name = serviceName(service);
  if (href === null) return name;
  return (
    <Anchor
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      inherit
      className={classes.figure}
    >
      {isBrief ? name : t("ui.open_in", { service: name })}{" "}
      <IconExternalLink size={12} aria-hidden style={{ verticalAlign: "-1px" }} />
      <span className="regie-visually-hidden"> {t("ui.opens_new_tab")}</span>
    </Anchor>
  );
}

/** A record unchanged in a working service is as fresh as the service's last synchronization. */
function freshAt(at: string, lastSuccess: string): string {
  return Date.parse(lastSuccess) > Date.parse(at) ? lastSuccess : at;
}

function isStale(at: string, connection: Connection | undefined): boolean {
  if (connection && hasProblem(connection)) return true;
  return Date.now() - Date.parse(at) > STALE_AFTER_MS;
}

type SyncedProps = {
  service: Service;
  at: string | null;
  /** Since when the record has been deleted in the service. */
  deletedAt?: string | null;
};

export function SyncedText({ service, at, deletedAt = null }: SyncedProps) {
  const t = useTranslate();
  const connection = useConnection(service);
  const lastSuccess = useLastSuccess(service);
  if (deletedAt !== null) {
    return (
      <Badge tone="warning" icon={<IconTrash size={12} aria-hidden />}>
        {t("ui.gone", { service: serviceName(service) })} <RelativeText at={deletedAt} />
      </Badge>
    );
  }
  if (at === null) return t("ui.never_synced");
  const freshSince = freshAt(at, lastSuccess ?? at);
  return (
    <>
      {t("ui.synced")} <RelativeText at={freshSince} />{" "}
      {isStale(freshSince, connection) && (
        <Badge tone="warning" icon={<IconAlertTriangle size={12} aria-hidden />}>
          {t("ui.stale")}
        </Badge>
      )}
    </>
  );
}

export function SourceLinks({ links, emptyText }: { links: readonly Link[]; emptyText: string }) {
  if (links.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {emptyText}
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
            <SyncedText service={link.service} at={link.synced_at} deletedAt={link.deleted_at} />
          </Text>
        </div>
      ))}
    </Stack>
  );
}
