// The last backup and the last verification, and how to make and verify one.
import "@mantine/core/styles/Code.css";
import { Code, Text } from "@mantine/core";
import { IconCircleCheck, IconCircleX } from "@tabler/icons-react";
import type { ReactNode } from "react";
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
  const { last, last_verification: verification, max_age_days: days } = backup;
  return (
    <Section title={t("operations.backup.title")}>
      {last ? <BackupRow last={last} /> : <Text size="sm">{t("operations.backup.none")}</Text>}
      {verification ? (
        <VerificationRow verification={verification} />
      ) : (
        last && <Text size="sm">{t("operations.backup.unverified")}</Text>
      )}
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

type RowProps = { isGood: boolean; label: string; error: string | null; children: ReactNode };

function OutcomeRow({ isGood, label, error, children }: RowProps) {
  const Icon = isGood ? IconCircleCheck : IconCircleX;
  return (
    <>
      <div className={classes.fact}>
        <Badge tone={isGood ? "success" : "danger"} icon={<Icon size={14} aria-hidden />}>
          {label}
        </Badge>
        <span>{children}</span>
      </div>
      {error && <Text size="sm">{error}</Text>}
    </>
  );
}

function BackupRow({ last }: { last: NonNullable<BackupStatus["last"]> }) {
  const t = useTranslate();
  const locale = useLocale();
  const isGood = last.outcome === "succeeded";
  const label = t(isGood ? "operations.backup.succeeded" : "operations.backup.failed");
  return (
    <OutcomeRow isGood={isGood} label={label} error={last.error}>
      <RelativeText at={last.finished_at} />
      {last.size !== null && ` · ${formatSize(last.size, locale)}`}
    </OutcomeRow>
  );
}

type Verification = NonNullable<BackupStatus["last_verification"]>;

function VerificationRow({ verification }: { verification: Verification }) {
  const t = useTranslate();
  const isGood = verification.outcome === "succeeded";
  const label = t(isGood ? "operations.backup.verified" : "operations.backup.damaged");
  return (
    <>
      <Text size="sm" fw={600} component="h3" mt="sm">
        {t("operations.backup.verification")}
      </Text>
      <OutcomeRow isGood={isGood} label={label} error={verification.error}>
        <RelativeText at={verification.verified_at} />
        {` · ${verification.backup_name}`}
      </OutcomeRow>
    </>
  );
}
