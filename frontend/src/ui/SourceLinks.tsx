// Where a record also lives: a way there, when it was last read, and a mark when that is long ago.
import { Anchor, Stack, Text } from "@mantine/core";
import { IconAlertTriangle, IconExternalLink } from "@tabler/icons-react";
import type { Link, Service } from "../api/types";
import { useTranslate } from "../i18n/translate";
import { RelativeText } from "./DateText";
import classes from "./ui.module.css";

const SERVICE_NAMES: Record<Service, string> = {
  teamwork: "Teamwork",
  hubspot: "HubSpot",
  quickbooks: "QuickBooks",
};

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
  const name = SERVICE_NAMES[service];
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

export function SyncedText({ at }: { at: string | null }) {
  const t = useTranslate();
  if (at === null) return t("ui.never_synced");
  const stale = Date.now() - new Date(at).getTime() > STALE_AFTER_MS;
  return (
    <>
      {t("ui.synced")} <RelativeText at={at} />
      {stale && (
        <span className={classes.badge} data-tone="warning" style={{ marginInlineStart: 6 }}>
          <IconAlertTriangle size={12} aria-hidden />
          {t("ui.stale")}
        </span>
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
            <SyncedText at={link.synced_at} />
          </Text>
        </div>
      ))}
    </Stack>
  );
}
