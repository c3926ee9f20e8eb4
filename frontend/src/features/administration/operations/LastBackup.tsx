// The last backup, and how to make and verify one.
import "@mantine/core/styles/Code.css";
import { Code, Text } from "@mantine/core";
import { IconCircleCheck, IconCircleX } from "@tabler/icons-react";
import type { BackupStatus } from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { formatSize } from "../../../lib/fileSizes";
import { Badge } from "../../../ui/display/Badge";
import { RelativeText } from "../../../ui/display/DateText";
import { Section } from "../../../ui/layout/Section";
import classes from "./Operations.module.css";

export function LastBackup({ backup }: { backup: BackupStatus }) {
  const t = useTranslate();
  const { last, max_age_days: days } = backup;
  return (
    <Section title={t("operations.backup.title")}>
      {last ? <BackupRow last={last} /> : <Text size="sm">{t("operations.backup.none")}</Text>}
      <Text size="sm" c="dimmed" mt="sm">
        {days > 0 ? t("operations.backup.limit", { days }) : t("operations.backup.unmonitored")}
      </Text>
      <Text size="sm" mt="sm" component="div">
        {t("operations.backup.how")}{" "}
        <Code className={classes.command}>regie backup /backups --keep 14</Code>
        <br />
        {t("operations.backup.check")}{" "}
        <Code className={classes.command}>regie backup --verify PATH</Code>
      </Text>
    </Section>
  );
}

function BackupRow({ last }: { last: NonNullable<BackupStatus["last"]> }) {
  const t = useTranslate();
  const locale = useLocale();
  const isDone = last.outcome === "succeeded";
  const Icon = isDone ? IconCircleCheck : IconCircleX;
  return (
    <>
      <div className={classes.fact}>
        <Badge tone={isDone ? "success" : "danger"} icon={<Icon size={14} aria-hidden />}>
          {t(isDone ? "operations.backup.succeeded" : "operations.backup.failed")}
        </Badge>
        <span>
          <RelativeText at={last.finished_at} />
          {last.size !== null && ` · ${formatSize(last.size, locale)}`}
        </span>
      </div>
      {last.error && <Text size="sm">{last.error}</Text>}
    </>
  );
}
