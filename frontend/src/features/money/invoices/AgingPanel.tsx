// Receivables on any day: by currency and age, by client, and the invoices.
import { dataQuery } from "../../../api/queries";
import "@mantine/core/styles/Skeleton.css";
import { Skeleton, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { useTranslate } from "../../../i18n/translate";
import { readDay } from "../../../lib/dates";
import { useCurrentUser } from "../../../session/currentUser";
import { Forbidden } from "../../../ui/feedback/Forbidden";
import { LoadFailure } from "../../../ui/feedback/LoadFailure";
import { lazyComponent } from "../../../ui/lazyComponent";
import { canRead } from "../../../ui/table/permittedList";
import { ResourceTable } from "../../../ui/table/ResourceTable";
import { AgingTable } from "./AgingTable";
import { AsOfField } from "./AsOfField";
import classes from "./Invoices.module.css";
import { OpenedInvoice } from "./OpenedInvoice";
import { ReceivablesByClient } from "./ReceivablesByClient";
import { receivableCells } from "./receivableCells";
import { RECEIVABLES_ID } from "./receivablesFilter";
import { receivablesList } from "./receivablesList";

const AgingStrips = lazyComponent(async () => (await import("./AgingStrips")).AgingStrips);

/** The expected height, to avoid layout shifts. */
const TABLE_HEIGHT = 120;

export function AgingPanel() {
  const t = useTranslate();
  const user = useCurrentUser();
  const search = useSearch({ strict: false }) as { as_of?: unknown };
  const as_of = readDay(search.as_of);
  const query = as_of === undefined ? undefined : { as_of };
  if (!canRead(receivablesList, user)) return <Forbidden />;
  return (
    <Stack gap="md" data-in-order>
      <AsOfField day={as_of} explained={t("receivables.explained")} />
      <AgingFigures query={query} />
      <ReceivablesByClient asOf={as_of} />
      <div id={RECEIVABLES_ID} className={classes.rows}>
        <ResourceTable
          list={receivablesList}
          cells={receivableCells}
          label={t("receivables.invoices")}
          {...(query ? { fixed: query } : {})}
          empty={{ title: t("receivables.empty.title"), detail: t("receivables.empty.detail") }}
        />
      </div>
      <OpenedInvoice list={receivablesList} />
    </Stack>
  );
}

function AgingFigures({ query }: { query: { as_of: string } | undefined }) {
  const { data, isError, error, refetch } = useQuery(dataQuery("/receivables-aging", { query }));
  if (data === undefined)
    return isError ? (
      <LoadFailure retry={refetch} error={error} />
    ) : (
      <Skeleton height={TABLE_HEIGHT} />
    );
  return (
    <Stack gap="md" data-in-order>
      <AgingStrips aging={data} />
      <AgingTable aging={data} />
    </Stack>
  );
}
