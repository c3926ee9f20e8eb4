// The dialog of a problem report: a text, an optional picture, and everything else that is sent, visibly.
import "@mantine/core/styles/Alert.css";
import { Alert, Stack, Text, Textarea } from "@mantine/core";
import { type ClipboardEvent, type FormEvent, type ReactNode, useRef, useState } from "react";
import { useTranslate } from "../../../i18n/translate";
import { useCurrentUser } from "../../../session/currentUser";
import { FailureText } from "../../../ui/form/FailureText";
import { FormButtons } from "../../../ui/form/FormButtons";
import { FormModal } from "../../../ui/form/FormModal";
import classes from "./BugReport.module.css";
import { PictureField } from "./PictureField";
import { readTechnicalDetails, type TechnicalDetails } from "./technicalDetails";
import { type ReportErrors, useBugReport } from "./useBugReport";

export function BugReportDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslate();
  // The screen when the dialog opened, not what its address becomes.
  const [details] = useState(readTechnicalDetails);
  const report = useBugReport(details, onClose);
  const textRef = useRef<HTMLTextAreaElement>(null);
  const consentRef = useRef<HTMLInputElement>(null);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const failures = await report.submit();
    if (failures.description) textRef.current?.focus();
    else if (failures.consent) consentRef.current?.focus();
  };
  const paste = (event: ClipboardEvent) => {
    const file = [...event.clipboardData.files].find(({ type }) => type.startsWith("image/"));
    if (!file) return;
    event.preventDefault();
    void report.choosePicture(file);
  };
  return (
    <FormModal opened title={t("shell.bug.report")} onClose={onClose}>
      <form noValidate onSubmit={(event) => void submit(event)} onPaste={paste}>
        <Stack gap="md">
          <ImpersonationNotice />
          {report.errors.other && (
            <Alert role="alert" color="red">
              {report.errors.other}
            </Alert>
          )}
          <Textarea
            ref={textRef}
            data-autofocus
            required
            rows={4}
            resize="vertical"
            label={t("shell.bug.description")}
            description={t("shell.bug.description_help")}
            value={report.description}
            error={failureNode(report.errors.description)}
            onChange={(event) => report.describe(event.currentTarget.value)}
            onBlur={report.validateOnBlur}
          />
          <PictureField report={report} consentRef={consentRef} />
          <SentDetails details={details} />
          <FormButtons label={t("shell.bug.send")} busy={report.busy} onCancel={onClose} />
        </Stack>
      </form>
    </FormModal>
  );
}

function failureNode(failure: ReportErrors["description"]): ReactNode {
  return typeof failure === "object" ? <FailureText failure={failure} /> : failure;
}

function ImpersonationNotice() {
  const t = useTranslate();
  const { impersonator, name } = useCurrentUser();
  if (!impersonator) return null;
  return (
    <Alert color="yellow">{t("shell.bug.acting", { name, impersonator: impersonator.name })}</Alert>
  );
}

function SentDetails({
  details: { page, build, browser, viewport },
}: {
  details: TechnicalDetails;
}) {
  const t = useTranslate();
  const { name, email } = useCurrentUser();
  const lines = [
    ["sender", `${name}, ${email}`],
    ["page", page],
    ["build", build],
    ["browser", browser],
    ["viewport", viewport],
  ] as const;
  return (
    <section aria-label={t("shell.bug.details")}>
      <Text size="sm" fw={600}>
        {t("shell.bug.details")}
      </Text>
      <dl className={classes.details}>
        {lines.map(
          ([line, value]) =>
            value && (
              <div key={line}>
                <dt>{t(`bug_reports.detail.${line}`)}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
    </section>
  );
}
