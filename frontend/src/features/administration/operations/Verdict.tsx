// The answer of the page: everything works, or what needs attention, with a remedy for each.
import { Anchor, Text } from "@mantine/core";
import { IconAlertTriangle, IconCircleCheck } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import type { Operations } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { FAILURES_ID } from "./failure";
import { useIssueText } from "./issueText";
import classes from "./Operations.module.css";

type Issue = Operations["issues"][number];

export function Verdict({ operations }: { operations: Operations }) {
  const t = useTranslate();
  const { issues, backup } = operations;
  const isWell = issues.length === 0;
  const Icon = isWell ? IconCircleCheck : IconAlertTriangle;
  return (
    <section
      className={classes.verdict}
      data-tone={isWell ? "success" : "warning"}
      aria-labelledby="verdict"
    >
      <div className={classes.verdictHead} role="status">
        <Icon size={28} aria-hidden />
        <h2 id="verdict" className={classes.verdictTitle}>
          {isWell
            ? t("operations.well.title")
            : t("operations.attention", { count: issues.length })}
        </h2>
      </div>
      {isWell ? (
        <p className={classes.verdictText}>
          {t(backup.last_success_at ? "operations.well.detail" : "operations.well.without_backup")}
        </p>
      ) : (
        <ul className={classes.issues}>
          {issues.map((issue) => (
            <li key={`${issue.code} ${issue.subject}`}>
              <IssueText issue={issue} operations={operations} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function IssueText({ issue, operations }: { issue: Issue; operations: Operations }) {
  const { title, remedy } = useIssueText(operations)(issue);
  return (
    <>
      <Text fw={600} size="sm" component="h3" className={classes.issueTitle}>
        {title}
      </Text>
      <Text size="sm">
        {remedy} <IssueLink issue={issue} />
      </Text>
    </>
  );
}

function IssueLink({ issue }: { issue: Issue }) {
  const t = useTranslate();
  if (issue.code === "service_failing")
    return (
      <Anchor component={Link} to="/admin/connections" size="sm">
        {t("operations.issue.service_failing.action")}
      </Anchor>
    );
  if (issue.code === "failures")
    return (
      <Anchor href={`#${FAILURES_ID}`} size="sm">
        {t("operations.issue.failures.action")}
      </Anchor>
    );
  return null;
}
