// Failed work, newest first, with its cause, what to do, and buttons to retry or dismiss it.
import { Text } from "@mantine/core";
import { IconCircleCheck } from "@tabler/icons-react";
import { useTranslate } from "../../../i18n/translate";
import { serviceName } from "../../../lib/services";
import { Badge } from "../../../ui/display/Badge";
import { RelativeText } from "../../../ui/display/DateText";
import uiClasses from "../../../ui/ui.module.css";
import { FailureActions } from "./FailureActions";
import { FAILURES_ID, type Failure } from "./failure";
import classes from "./Operations.module.css";

export function Failures({ failures, total }: { failures: readonly Failure[]; total: number }) {
  const t = useTranslate();
  const older = total - failures.length;
  return (
    <section
      className={uiClasses.card}
      aria-labelledby="failures-title"
      id={FAILURES_ID}
      tabIndex={-1}
    >
      <h2 className={uiClasses.cardTitle} id="failures-title">
        {t("operations.failures.title")}
      </h2>
      {failures.length === 0 ? (
        <Text size="sm" c="dimmed" className={classes.fact}>
          <IconCircleCheck size={16} aria-hidden /> {t("operations.failures.empty")}
        </Text>
      ) : (
        <ul className={classes.rows}>
          {failures.map((failure) => (
            <FailureRow key={`${failure.kind} ${failure.id}`} failure={failure} />
          ))}
        </ul>
      )}
      {older > 0 && (
        <Text size="sm" c="dimmed" mt="sm">
          {t("operations.failures.more", { count: older })}
        </Text>
      )}
    </section>
  );
}

function FailureRow({ failure }: { failure: Failure }) {
  const t = useTranslate();
  const { kind, at, count, cause, what_to_do, next_try_at: nextTry } = failure;
  return (
    <li className={classes.failure}>
      <div className={classes.failureText}>
        <div className={classes.fact}>
          <Badge>{t(`operations.kind.${kind}`)}</Badge>
          <strong>{failureSubject(failure)}</strong>
          <span className={uiClasses.muted}>
            <RelativeText at={at} />
            {count > 1 && ` · ${t("operations.failures.times", { count })}`}
          </span>
        </div>
        <Text size="sm">{cause}</Text>
        <Text size="sm" c="dimmed">
          {what_to_do}
          {nextTry && (
            <>
              {" "}
              {t("operations.failures.next")} <RelativeText at={nextTry} />
            </>
          )}
        </Text>
      </div>
      <FailureActions failure={failure} subject={failureSubject(failure)} />
    </li>
  );
}

/** A service is named by its brand, everything else by the server. */
function failureSubject({ kind, subject }: Failure): string {
  return kind === "synchronization"
    ? serviceName(subject as Parameters<typeof serviceName>[0])
    : subject;
}
