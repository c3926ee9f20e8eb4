// Receivables by client: how they stand, how old they are, and whom to follow up.
import "@mantine/core/styles/Skeleton.css";
import { Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { dataQuery } from "../../../../api/queries";
import { useTranslate } from "../../../../i18n/translate";
import { useCurrentUser } from "../../../../session/currentUser";
import { parseCurrency } from "../../../../session/userCurrency";
import { Forbidden } from "../../../../ui/feedback/Forbidden";
import { LoadFailure } from "../../../../ui/feedback/LoadFailure";
import { PageTitle } from "../../../../ui/layout/PageTitle";
import { LastSynchronized } from "../../../../ui/services/LastSynchronized";
import { ListFrame } from "../../../../ui/table/ListFrame";
import { canRead } from "../../../../ui/table/permittedList";
import { usePhone } from "../../../../ui/table/usePhone";
import { OpenedInvoice } from "../OpenedInvoice";
import { AgingLinks } from "./AgingLinks";
import { ClientCards } from "./ClientCards";
import { ClientRows } from "./ClientRows";
import { CurrencyChips } from "./CurrencyChips";
import { clientReceivablesList } from "./clientReceivablesList";
import { ReadyViews } from "./ReadyViews";
import classes from "./Receivables.module.css";
import { ReceivablesState } from "./ReceivablesState";
import { ReceivablesViews } from "./ReceivablesViews";
import { remindersBulk } from "./remindersBulk";

export function ReceivablesPage() {
  const t = useTranslate();
  const user = useCurrentUser();
  const isPhone = usePhone();
  if (!canRead(clientReceivablesList, user)) return <Forbidden />;
  return (
    <>
      <PageTitle actions={<LastSynchronized service="quickbooks" />}>
        {t("shell.nav.receivables")}
      </PageTitle>
      <ReceivablesViews current="clients" />
      <Summary />
      <ListFrame
        list={clientReceivablesList}
        label={t("receivables.by_client.title")}
        empty={{ title: t("receivables.none.title"), detail: t("receivables.none.detail") }}
        selectable
        bulk={remindersBulk}
        renderRows={(view) => (isPhone ? <ClientCards {...view} /> : <ClientRows {...view} />)}
      />
      <OpenedInvoice list={clientReceivablesList} />
    </>
  );
}

function Summary() {
  const { owed_in } = useSearch({ strict: false }) as { owed_in?: string };
  const currency = parseCurrency(owed_in);
  const query = currency === undefined ? undefined : { owed_in: currency };
  const summary = useQuery(dataQuery("/receivables-summary", { query }));
  const { data, isError, error, refetch } = summary;
  if (data === undefined && isError) return <LoadFailure retry={refetch} error={error} />;
  return (
    <>
      {data === undefined ? (
        <Skeleton className={classes.placeholder} />
      ) : (
        <div className={classes.summary}>
          <div className={classes.top}>
            <ReceivablesState summary={data} />
            <CurrencyChips summary={data} />
          </div>
          <AgingLinks summary={data} />
        </div>
      )}
      <ReadyViews summary={data} />
    </>
  );
}
