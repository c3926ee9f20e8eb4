// The log of contacts with a client, newest first.
import "@mantine/core/styles/Skeleton.css";
import { Button, Skeleton } from "@mantine/core";
import { IconFileText, IconMail, IconPhone, IconUsers } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { pageQuery } from "../../../../api/queries";
import type { CollectionEntry } from "../../../../api/types";
import { useLocale } from "../../../../i18n/locale";
import { useTranslate } from "../../../../i18n/translate";
import { formatDate } from "../../../../lib/dates";
import { formatMoney } from "../../../../lib/money";
import { useEnumOptions } from "../../../../session/enumOptions";
import { DateText } from "../../../../ui/display/DateText";
import { LoadFailure } from "../../../../ui/feedback/LoadFailure";
import { InvoiceLink } from "../invoiceCells";
import classes from "./Receivables.module.css";
import { SentReminder } from "./SentReminder";

const FEW = 4;
const MAX_SHOWN = 100;
const SKELETON_HEIGHT = 80;
const ICONS = {
  call: IconPhone,
  mail: IconMail,
  meeting: IconUsers,
  letter: IconFileText,
} satisfies Record<CollectionEntry["kind"], typeof IconPhone>;

export function ContactEntries({ client }: { client: string }) {
  const t = useTranslate();
  const [shown, setShown] = useState(FEW);
  const query = { per_page: shown };
  const { data, isError, error, refetch } = useQuery(
    pageQuery("/clients/{id}/collection-entries", { params: { id: client }, query }),
  );
  if (data === undefined)
    return isError ? (
      <LoadFailure retry={refetch} error={error} />
    ) : (
      <Skeleton height={SKELETON_HEIGHT} />
    );
  if (data.data.length === 0)
    return <p className={classes.quiet}>{t("receivables.contacts.none")}</p>;
  return (
    <>
      <ol className={classes.entries} aria-label={t("receivables.contacts.title")}>
        {data.data.map((entry) => (
          <Entry key={entry.api_id} entry={entry} />
        ))}
      </ol>
      {data.meta.total > data.data.length && shown === FEW && (
        <Button
          variant="subtle"
          size="compact-sm"
          className={classes.more}
          onClick={() => setShown(MAX_SHOWN)}
        >
          {t("receivables.contacts.show_all", { count: data.meta.total })}
        </Button>
      )}
    </>
  );
}

function Entry({ entry }: { entry: CollectionEntry }) {
  const t = useTranslate();
  const locale = useLocale();
  const { label } = useEnumOptions();
  const Icon = ICONS[entry.kind];
  const { promised, promised_on, invoices } = entry;
  return (
    <li className={classes.entry}>
      <DateText on={entry.contacted_on} />
      <Icon size={16} aria-hidden />
      <div>
        {entry.reminder ? (
          <SentReminder reminder={entry.reminder} text={entry.text} />
        ) : (
          <p>
            <strong>{label("contact_kind", entry.kind)}.</strong> {entry.text}
          </p>
        )}
        <p className={classes.quiet}>
          {entry.author.name}
          {promised && promised_on !== null && (
            <>
              {" · "}
              {t("receivables.contacts.promised", {
                amount: formatMoney(promised, locale),
                date: formatDate(promised_on, locale),
              })}
            </>
          )}
          {invoices.map((invoice) => (
            <span key={invoice.api_id}>
              {" · "}
              <InvoiceLink invoice={{ api_id: invoice.api_id, number: invoice.name }} />
            </span>
          ))}
        </p>
      </div>
    </li>
  );
}
