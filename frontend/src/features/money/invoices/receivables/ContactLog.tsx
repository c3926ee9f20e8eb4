// How a client is followed up: the next day, the promise to pay, and the log of contacts.
import "@mantine/core/styles/Skeleton.css";
import { Button, Skeleton } from "@mantine/core";
import {
  IconDownload,
  IconFileText,
  IconMail,
  IconMailForward,
  IconPencil,
  IconPhone,
  IconUsers,
} from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { apiUrl } from "../../../../api/client";
import { dataQuery, pageQuery } from "../../../../api/queries";
import type {
  ClientReceivables,
  Collection,
  CollectionEntry,
  Receivable,
} from "../../../../api/types";
import { useLocale } from "../../../../i18n/locale";
import { useTranslate } from "../../../../i18n/translate";
import { formatDate } from "../../../../lib/dates";
import { formatMoney, isZeroMoney } from "../../../../lib/money";
import { useEnumOptions } from "../../../../session/enumOptions";
import { CollectionMark } from "../../../../ui/display/CollectionMark";
import { DateText } from "../../../../ui/display/DateText";
import { LoadFailure } from "../../../../ui/feedback/LoadFailure";
import { lazyComponent } from "../../../../ui/lazyComponent";
import { ButtonLink } from "../../../../ui/links/ButtonLink";
import { changedSearch, type ScreenSearch } from "../../../../ui/links/screenSearch";
import { PromiseText } from "../../../../ui/money/PromiseText";
import { InvoiceLink } from "../invoiceCells";
import { FollowUpDay } from "./followUpCells";
import classes from "./Receivables.module.css";
import { SentReminder } from "./SentReminder";

const CollectionDialog = lazyComponent(
  async () => (await import("./CollectionDialog")).CollectionDialog,
);
const ReminderDialog = lazyComponent(async () => (await import("./ReminderDialog")).ReminderDialog);
const FEW = 4;
const MAX_SHOWN = 100;
const LOG_HEIGHT = 160;
const ICONS = {
  call: IconPhone,
  mail: IconMail,
  meeting: IconUsers,
  letter: IconFileText,
} satisfies Record<CollectionEntry["kind"], typeof IconPhone>;

type Props = { row: ClientReceivables; client: string; invoices: readonly Receivable[] };

export function ContactLog({ row, client, invoices }: Props) {
  const t = useTranslate();
  const collection = useQuery(dataQuery("/clients/{id}/collection", { params: { id: client } }));
  const { data, isError, error, refetch } = collection;
  if (data === undefined)
    return isError ? (
      <LoadFailure retry={refetch} error={error} />
    ) : (
      <Skeleton height={LOG_HEIGHT} />
    );
  return (
    <section className={classes.log} aria-label={t("receivables.follow_up.title")}>
      <FollowUpState collection={row.collection} />
      <Entries client={client} />
      <Actions client={client} canFollowUp={data.can.includes("follow_up")} />
      <OpenedDialog collection={data} invoices={invoices} />
    </section>
  );
}

/** The earliest follow-up, of the client or of an invoice. */
function FollowUpState({ collection }: Pick<ClientReceivables, "collection">) {
  const t = useTranslate();
  const locale = useLocale();
  const { next_on, owner, promise, collection_state } = collection;
  return (
    <>
      <div className={classes.logLine}>
        <h3>{t("receivables.follow_up.title")}</h3>
        {next_on === null ? (
          <span className={classes.quiet}>{t("receivables.no_follow_up")}</span>
        ) : (
          <FollowUpDay day={next_on} />
        )}
        {owner && (
          <span className={classes.quiet}>
            {t("receivables.contacts.owner", { name: owner.name })}
          </span>
        )}
        <CollectionMark state={collection_state} />
      </div>
      {promise && (
        <div className={classes.logLine}>
          <h3>{t("invoices.field.promise")}</h3>
          <PromiseText promise={promise} />
          {promise.status !== "fulfilled" && !isZeroMoney(promise.received) && (
            <span className={classes.quiet}>
              {t("receivables.contacts.received", {
                received: formatMoney(promise.received, locale),
                amount: formatMoney(promise.amount, locale),
                date: formatDate(promise.since, locale),
              })}
            </span>
          )}
        </div>
      )}
    </>
  );
}

function Entries({ client }: { client: string }) {
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
      <Skeleton height={LOG_HEIGHT / 2} />
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

function Actions({ client, canFollowUp }: { client: string; canFollowUp: boolean }) {
  const t = useTranslate();
  return (
    <div className={classes.actions}>
      {canFollowUp && <EditActions />}
      <ButtonLink to="/clients/$id/statement" params={{ id: client }} size="xs" variant="default">
        {t("receivables.contacts.statement_page")}
      </ButtonLink>
      <Button
        component="a"
        href={apiUrl("/clients/{id}/statement", { params: { id: client } })}
        download
        size="xs"
        variant="default"
        leftSection={<IconDownload size={14} aria-hidden />}
      >
        {t("receivables.contacts.statement")}
      </Button>
    </div>
  );
}

function EditActions() {
  const t = useTranslate();
  return (
    <>
      <ButtonLink
        to="."
        search={changedSearch({ edit: "contact" })}
        resetScroll={false}
        size="xs"
        leftSection={<IconPhone size={14} aria-hidden />}
      >
        {t("receivables.contacts.log")}
      </ButtonLink>
      <ButtonLink
        to="."
        search={changedSearch({ edit: "reminder" })}
        resetScroll={false}
        size="xs"
        variant="default"
        leftSection={<IconMailForward size={14} aria-hidden />}
      >
        {t("receivables.reminders.action")}
      </ButtonLink>
      <ButtonLink
        to="."
        search={changedSearch({ edit: "follow-up" })}
        resetScroll={false}
        size="xs"
        variant="default"
        leftSection={<IconPencil size={14} aria-hidden />}
      >
        {t("receivables.follow_up.edit")}
      </ButtonLink>
    </>
  );
}

/** The address says which dialog is open. */
function OpenedDialog({
  collection,
  invoices,
}: { collection: Collection } & Pick<Props, "invoices">) {
  const navigate = useNavigate();
  const { edit } = useSearch({ strict: false }) as ScreenSearch;
  const close = () =>
    void navigate({ to: ".", search: changedSearch({ edit: undefined }), resetScroll: false });
  if (collection.can.length === 0) return null;
  if (edit === "reminder")
    return <ReminderDialog clients={[collection.client.api_id]} onClose={close} />;
  if (!(edit === "contact" || edit === "follow-up")) return null;
  return (
    <CollectionDialog edit={edit} collection={collection} invoices={invoices} onClose={close} />
  );
}
