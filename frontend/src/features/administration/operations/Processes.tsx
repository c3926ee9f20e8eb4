// The processes that run, and workers that stopped recently.
import { Text } from "@mantine/core";
import { IconAlertTriangle, IconCircleCheck } from "@tabler/icons-react";
import type { Operations } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { Badge } from "../../../ui/display/Badge";
import { RelativeText } from "../../../ui/display/DateText";
import { Section } from "../../../ui/layout/Section";
import classes from "./Operations.module.css";
import { useMoment } from "./useMoment";

type Process = Operations["processes"][number];

export function Processes({ processes }: { processes: readonly Process[] }) {
  const t = useTranslate();
  return (
    <Section title={t("operations.processes.title")}>
      <ul className={classes.rows}>
        {processes.map((process) => (
          <ProcessRow
            key={`${process.host} ${process.process_id} ${process.started_at}`}
            process={process}
          />
        ))}
      </ul>
      <Text size="xs" c="dimmed" mt="sm">
        {t("operations.processes.web_hint")}
      </Text>
    </Section>
  );
}

function ProcessRow({ process }: { process: Process }) {
  const t = useTranslate();
  const moment = useMoment();
  const { kind, host, process_id, release, started_at, seen_at, is_running } = process;
  const Icon = is_running ? IconCircleCheck : IconAlertTriangle;
  return (
    <li className={classes.row}>
      <div className={classes.fact}>
        <strong>{t(`operations.processes.${kind}`)}</strong>
        <Badge tone={is_running ? "success" : "warning"} icon={<Icon size={14} aria-hidden />}>
          {t(is_running ? "operations.processes.running" : "operations.processes.stopped")}
        </Badge>
      </div>
      <Text size="sm" c="dimmed" component="div" className={classes.detail}>
        {host} · {t("operations.processes.process", { id: String(process_id) })} ·{" "}
        {t("operations.processes.release", { release })}
        <br />
        {t("operations.processes.since", { time: moment(started_at) })} ·{" "}
        {t("operations.processes.seen")} <RelativeText at={seen_at} />
      </Text>
    </li>
  );
}
