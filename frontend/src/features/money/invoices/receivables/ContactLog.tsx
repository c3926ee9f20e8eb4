// How a client is followed up: the next day, the promise to pay, and the log of contacts.
import "@mantine/core/styles/Skeleton.css";
import { Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { dataQuery } from "../../../../api/queries";
import type { ClientReceivables, Collection, Receivable } from "../../../../api/types";
import { useLocale } from "../../../../i18n/locale";
import { useTranslate } from "../../../../i18n/translate";
import { formatDate } from "../../../../lib/dates";
import { formatMoney, isZeroMoney } from "../../../../lib/money";
import { CollectionMark } from "../../../../ui/display/CollectionMark";
import { LoadFailure } from "../../../../ui/feedback/LoadFailure";
import { lazyComponent } from "../../../../ui/lazyComponent";
import { changedSearch, type ScreenSearch } from "../../../../ui/links/screenSearch";
import { PromiseText } from "../../../../ui/money/PromiseText";
import { ContactEntries } from "./ContactEntries";
import { FollowUpActions } from "./FollowUpActions";
import { FollowUpDay } from "./followUpCells";
import classes from "./Receivables.module.css";

const CollectionDialog = lazyComponent(
  async () => (await import("./CollectionDialog")).CollectionDialog,
);
const ReminderDialog = lazyComponent(async () => (await import("./ReminderDialog")).ReminderDialog);
const LOG_HEIGHT = 160;

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
      <ContactEntries client={client} />
      <FollowUpActions client={client} canFollowUp={data.can.includes("follow_up")} />
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
