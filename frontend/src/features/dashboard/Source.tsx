// One outside service: its state, the age of its data, and what a person can do about it.
import { Button, Text, VisuallyHidden } from "@mantine/core";
import {
  type Icon,
  IconAlertTriangle,
  IconCircleCheck,
  IconClock,
  IconRefresh,
} from "@tabler/icons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "../../api/client";
import type { Connection, Service } from "../../api/types";
import { useTranslate } from "../../i18n/translate";
import { showToast } from "../../lib/toasts";
import { usePermissions } from "../../session/permissions";
import { RelativeText } from "../../ui/DateText";
import classes from "./Dashboard.module.css";
import { dashboardQuery } from "./dashboardQuery";

const NAMES: Record<Service, string> = {
  teamwork: "Teamwork",
  hubspot: "HubSpot",
  quickbooks: "QuickBooks",
};

const LOOKS: Record<Connection["state"], readonly [tone: string, mark: Icon]> = {
  ok: ["success", IconCircleCheck],
  running: ["info", IconRefresh],
  stale: ["warning", IconClock],
  needs_attention: ["danger", IconAlertTriangle],
  never: ["neutral", IconClock],
};

function SourceState({ state }: { state: Connection["state"] }) {
  const t = useTranslate();
  const [tone, Mark] = LOOKS[state];
  return (
    <span className={classes.state} data-tone={tone}>
      <Mark size={14} aria-hidden />
      {t(`dashboard.sources.${state}`)}
    </span>
  );
}

function SyncButton({ source }: { source: Connection }) {
  const t = useTranslate();
  const queryClient = useQueryClient();
  const service = NAMES[source.service];
  const synchronising = useMutation({
    mutationFn: () => api.post("/sync-runs", { service: source.service }),
    onSuccess: async () => {
      showToast({ kind: "success", summary: t("dashboard.sources.started", { service }) });
      await queryClient.invalidateQueries({ queryKey: dashboardQuery.queryKey });
    },
  });
  return (
    <Button
      size="compact-md"
      variant="default"
      loading={synchronising.isPending}
      disabled={source.state === "running"}
      onClick={() => synchronising.mutate()}
    >
      {t("dashboard.sources.sync_now")}
      <VisuallyHidden>{` ${service}`}</VisuallyHidden>
    </Button>
  );
}

export function Source({ source }: { source: Connection }) {
  const t = useTranslate();
  const { may } = usePermissions();
  const mayRun =
    may("connections.run") ||
    (source.service === "quickbooks" && may("connections.run_quickbooks"));
  return (
    <li className={classes.source}>
      <div className={classes.sourceWords}>
        <span className={classes.sourceName}>
          {NAMES[source.service]}
          <SourceState state={source.state} />
        </span>
        <Text size="sm" c="dimmed">
          {source.last_success_at ? (
            <>
              {t("dashboard.sources.last_success")} <RelativeText at={source.last_success_at} />
            </>
          ) : (
            t("dashboard.sources.no_success")
          )}
        </Text>
        {source.message && <Text size="sm">{source.message}</Text>}
        {source.what_to_do && <Text size="sm">{source.what_to_do}</Text>}
      </div>
      {mayRun && <SyncButton source={source} />}
    </li>
  );
}
