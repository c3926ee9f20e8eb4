// The page behind a private link: the report of a month, and the client's decisions about extra work.
import "@mantine/core/styles/Skeleton.css";
import { Button, Skeleton, Title } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { ApiError } from "../../../api/errors";
import type { SharedReport } from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { LanguageSwitch } from "../../../ui/shell/LanguageSwitch";
import { ThemeSwitch } from "../../../ui/shell/ThemeSwitch";
import classes from "./ClientReports.module.css";
import { ReportLetter } from "./ReportLetter";
import { downloadSharedReport, sharedReportQuery, useReportToken } from "./sharedReport";

const TOO_MANY_REQUESTS = 429;
/** The expected height, to avoid layout shifts. */
const HEIGHT = 900;

export function SharedReportPage() {
  const token = useReportToken();
  const locale = useLocale();
  const { data, error, refetch } = useQuery(sharedReportQuery(token, locale));
  return (
    <div className={classes.page}>
      <header className={classes.bar}>
        <strong>{data?.organization}</strong>
        <div className={classes.switches}>
          <LanguageSwitch />
          <ThemeSwitch />
        </div>
      </header>
      {token && data ? (
        <Report token={token} report={data} />
      ) : (
        <Pending error={token ? error : MISSING} retry={refetch} />
      )}
    </div>
  );
}

/** An address without a token is like one whose link does not work. */
const MISSING = new ApiError(404, "");

function Pending({ error, retry }: { error: Error | null; retry: () => unknown }) {
  const t = useTranslate();
  if (error === null) return <Skeleton h={HEIGHT} className={classes.letter} />;
  const status = error instanceof ApiError ? error.status : 0;
  if (status === 404)
    return (
      <Message title={t("client_reports.page.invalid.title")}>
        {t("client_reports.page.invalid.detail")}
      </Message>
    );
  if (status === TOO_MANY_REQUESTS)
    return (
      <Message title={t("client_reports.page.wait.title")}>
        {t("client_reports.page.wait.detail")}
      </Message>
    );
  return (
    <Message
      title={t("client_reports.page.failed.title")}
      action={<Button onClick={retry}>{t("common.retry")}</Button>}
    >
      {t("client_reports.page.failed.detail")}
    </Message>
  );
}

type MessageProps = { title: string; action?: ReactNode; children: ReactNode };

function Message({ title, action, children }: MessageProps) {
  return (
    <div className={classes.message} role="alert">
      <Title order={1} size="h1" tabIndex={-1} data-page-title>
        {title}
      </Title>
      <p>{children}</p>
      {action}
    </div>
  );
}

function Report({ token, report }: { token: string; report: SharedReport }) {
  const t = useTranslate();
  const file = useMutation({ mutationFn: () => downloadSharedReport(token) });
  return (
    <>
      <div className={classes.controls}>
        <Button variant="default" loading={file.isPending} onClick={() => file.mutate()}>
          {t("client_reports.pdf")}
        </Button>
        <Button variant="default" onClick={printPage}>
          {t("client_reports.print")}
        </Button>
      </div>
      {file.isError && (
        <p role="alert" className={classes.refusal}>
          {t("client_reports.page.failed.title")}
        </p>
      )}
      <ReportLetter token={token} report={report} />
    </>
  );
}

const printPage = () => window.print();
