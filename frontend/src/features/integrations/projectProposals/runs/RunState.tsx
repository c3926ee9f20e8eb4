// How far the run is that decides about all projects of a list, or undoes that, and what was refused.
import { Alert, Button, Group, Stack, Text } from "@mantine/core";
import { IconArrowBackUp, IconPlayerStop } from "@tabler/icons-react";
import type { ProposalRun } from "../../../../api/types";
import { useLocale } from "../../../../i18n/locale";
import { useTranslate } from "../../../../i18n/translate";
import { formatInteger } from "../../../../lib/numbers";
import { usePermissions } from "../../../../session/permissions";
import { ProgressBar } from "../../../../ui/display/ProgressBar";
import { useOfflineReason } from "../../../../ui/feedback/useOfflineReason";
import classes from "./RunState.module.css";
import { useRun, useRunCalls } from "./runQuery";

/** Later, the views of the list say everything. */
const SHOWN_MS = 60 * 60_000;
const UNDONE = { create: "remove", ignore: "restore", restore: "ignore" } as const;

const verbOf = ({ action, is_undo }: ProposalRun) => (is_undo ? UNDONE[action] : action);

export function RunState() {
  const run = useRun();
  if (!run || run.status === "none") return null;
  if (run.status === "running") return <Progress run={run} />;
  return run.ended_at && Date.now() - Date.parse(run.ended_at) < SHOWN_MS ? (
    <Result run={run} />
  ) : null;
}

function Progress({ run }: { run: ProposalRun }) {
  const t = useTranslate();
  const locale = useLocale();
  const { can } = usePermissions();
  const offline = useOfflineReason();
  const { stop } = useRunCalls();
  const passed = run.done + run.refused;
  const percent = Math.round((passed / Math.max(run.total, 1)) * 100);
  const text = t(`project_proposals.run.progress.${verbOf(run)}`, {
    done: formatInteger(passed, locale),
    total: formatInteger(run.total, locale),
  });
  return (
    <div className={classes.state}>
      <ProgressBar label={t("project_proposals.run.label")} percent={percent} text={text} />
      <Group justify="space-between" gap="xs">
        <Text size="sm">{text}</Text>
        {can("matching.edit") && (
          <Button
            size="xs"
            variant="default"
            leftSection={<IconPlayerStop size={14} aria-hidden />}
            {...offline}
            onClick={() => void stop()}
          >
            {t("project_proposals.run.stop")}
          </Button>
        )}
      </Group>
    </div>
  );
}

function Result({ run }: { run: ProposalRun }) {
  const t = useTranslate();
  const locale = useLocale();
  const { can } = usePermissions();
  const offline = useOfflineReason();
  const { start } = useRunCalls();
  const isComplete = run.status === "finished" && run.refused === 0;
  const left = run.total - run.done - run.refused;
  return (
    <Alert color={isComplete ? "green" : "yellow"} mb="md" role="status">
      <Stack gap="xs">
        <Text size="sm">
          {t(`project_proposals.run.ended.${verbOf(run)}`, { count: run.done })}{" "}
          {left > 0 &&
            t(`project_proposals.run.${run.status === "failed" ? "failed" : "stopped"}`, {
              count: left,
            })}
        </Text>
        {run.refused > 0 && <Refusals run={run} />}
        {!run.is_undo && run.done > 0 && can("matching.edit") && (
          <Group>
            <Button
              size="xs"
              variant="default"
              leftSection={<IconArrowBackUp size={14} aria-hidden />}
              {...offline}
              onClick={() => void start({ undoes: run.api_id })}
            >
              {t(`project_proposals.run.undo.${run.action}`, {
                count: formatInteger(run.done, locale),
              })}
            </Button>
          </Group>
        )}
      </Stack>
    </Alert>
  );
}

function Refusals({ run: { refused, refusals } }: { run: ProposalRun }) {
  const t = useTranslate();
  return (
    <>
      <Text size="sm">{t("project_proposals.run.refused", { count: refused })}</Text>
      <ul className={classes.refusals}>
        {refusals.map(({ api_id, name, reason }) => (
          <li key={api_id}>
            <strong>{name}</strong> – {reason}
          </li>
        ))}
      </ul>
    </>
  );
}
