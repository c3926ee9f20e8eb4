// The problem reports that users sent, for administrators.
import { Anchor, Text } from "@mantine/core";
import { apiUrl } from "../../../api/client";
import type { BugReportRecord } from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { formatSize } from "../../../lib/fileSizes";
import { RelativeText } from "../../../ui/display/DateText";
import { PageTitle } from "../../../ui/layout/PageTitle";
import { UserLink } from "../../../ui/links/RecordLinks";
import { ListFrame } from "../../../ui/table/ListFrame";
import classes from "./BugReport.module.css";
import { bugReportsList } from "./bugReportsFeed";

export function BugReportsPage() {
  const t = useTranslate();
  return (
    <>
      <PageTitle>{t("bug_reports.title")}</PageTitle>
      <Text size="sm" c="dimmed" mb="sm">
        {t("bug_reports.lead")}
      </Text>
      <ListFrame
        list={bugReportsList}
        label={t("bug_reports.title")}
        empty={{ title: t("bug_reports.empty.title"), detail: t("bug_reports.empty.detail") }}
        renderRows={({ rows, busy }) => (
          <ul className={classes.reports} aria-label={t("bug_reports.title")} aria-busy={busy}>
            {rows.map((report) => (
              <Report key={report.api_id} report={report} />
            ))}
          </ul>
        )}
      />
    </>
  );
}

function Report({ report }: { report: BugReportRecord }) {
  const t = useTranslate();
  const { impersonator } = report;
  const lines = ["page", "project", "build", "browser", "viewport"] as const;
  return (
    <li>
      <Text size="sm" c="dimmed" component="div">
        <UserLink user={report.user} />
        {impersonator && <> · {t("bug_reports.sent_by", { name: impersonator.name })}</>}
        {" · "}
        <RelativeText at={report.created_at} />
      </Text>
      <p className={classes.description}>{report.description}</p>
      <Picture report={report} />
      <dl className={classes.details}>
        {lines.map(
          (line) =>
            report[line] && (
              <div key={line}>
                <dt>{t(`bug_reports.detail.${line}`)}</dt>
                <dd>{report[line]}</dd>
              </div>
            ),
        )}
      </dl>
    </li>
  );
}

function Picture({ report: { api_id, picture_size } }: { report: BugReportRecord }) {
  const t = useTranslate();
  const locale = useLocale();
  if (picture_size === null) return null;
  return (
    <Anchor
      size="sm"
      href={apiUrl("/bug-reports/{id}/picture", { params: { id: api_id } })}
      download
    >
      {t("bug_reports.picture", { size: formatSize(picture_size, locale) })}
    </Anchor>
  );
}
