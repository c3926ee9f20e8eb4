// A report as the client reads and prints it: hours, extra work to decide about, tasks and invoices.
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { SharedReport } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { LetterTable } from "../../../ui/letter/LetterTable";
import classes from "./ClientReports.module.css";
import { ExtraWork } from "./ExtraWork";

const WORK = "work";

type Props = { token: string; report: SharedReport };

export function ReportLetter({ token, report }: Props) {
  const t = useTranslate();
  const queryClient = useQueryClient();
  // Who decides about several pieces of work types the name once.
  const [name, setName] = useState("");
  const reload = () => queryClient.invalidateQueries({ queryKey: ["shared-report"] });
  return (
    <article className={classes.letter} data-letter aria-label={report.title}>
      <header className={classes.head}>
        <div>
          <h1 className={classes.title} tabIndex={-1} data-page-title>
            {report.title} – {report.month}
          </h1>
          <p className={classes.note}>{report.as_of}</p>
        </div>
        <div>
          <strong>{report.client}</strong>
          <div>{report.retainer}</div>
        </div>
      </header>
      {report.may_decide && (
        <p className={classes.waiting}>
          <button type="button" onClick={scrollToWork}>
            {t("client_reports.page.waiting")}
          </button>
        </p>
      )}
      <h2 className={classes.heading}>{report.hours_title}</h2>
      <dl className={classes.hours}>
        {report.hours.map(({ label, value, is_total }) => (
          <div key={label} data-total={is_total || undefined}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {report.work_title && (
        <section id={WORK} aria-label={report.work_title} tabIndex={-1}>
          <h2 className={classes.heading}>{report.work_title}</h2>
          <ul className={classes.work}>
            {report.work.map((work) => (
              <ExtraWork
                key={work.key}
                token={token}
                work={work}
                name={name}
                onDecided={setName}
                onChanged={reload}
              />
            ))}
          </ul>
        </section>
      )}
      {report.tables.map((table) => (
        <LetterTable key={table.title} table={table} heading="h2" />
      ))}
      <p className={classes.note}>{report.note}</p>
      <p className={classes.note}>{report.expires}</p>
    </article>
  );
}

/** Without a change of the address, whose fragment is the link's token. */
function scrollToWork() {
  const work = document.getElementById(WORK);
  work?.scrollIntoView();
  work?.focus({ preventScroll: true });
}
