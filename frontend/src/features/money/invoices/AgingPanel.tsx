// What was owed on any day: per currency by how late it was, by client, and the invoices that add up to it.
import { dataQuery } from "../../../api/queries";
import "@mantine/core/styles/Skeleton.css";
import { Group, Skeleton, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useTranslate } from "../../../i18n/translate";
import { readDay } from "../../../lib/dates";
import { useCurrentUser } from "../../../session/currentUser";
import { useToday } from "../../../session/today";
import { Forbidden } from "../../../ui/feedback/Forbidden";
import { LoadFailure } from "../../../ui/feedback/LoadFailure";
import { CompleteDateField } from "../../../ui/fields/CompleteDateField";
import { lazyComponent } from "../../../ui/lazyComponent";
import { changedSearch } from "../../../ui/links/screenSearch";
import { canRead } from "../../../ui/table/permittedList";
import { ResourceTable } from "../../../ui/table/ResourceTable";
import { AgingTable } from "./AgingTable";
import { ByClient } from "./ByClient";
import classes from "./Invoices.module.css";
import { OpenedInvoice } from "./OpenedInvoice";
import { receivableCells } from "./receivableCells";
import { RECEIVABLES_ID } from "./receivablesFilter";
import { receivablesList } from "./receivablesList";

const AgingStrips = lazyComponent(async () => (await import("./AgingStrips")).AgingStrips);

/** What the table will take, so that nothing moves when it comes. */
const TABLE_HEIGHT = 120;

export function AgingPanel() {
  const t = useTranslate();
  const user = useCurrentUser();
  const asOf = useSearch({ strict: false }) as { as_of?: unknown };
  const as_of = readDay(asOf.as_of);
  const asked = as_of === undefined ? undefined : { as_of };
  if (!canRead(receivablesList, user)) return <Forbidden />;
  return (
    <Stack gap="md">
      <AsOf day={as_of} />
      <Figures asked={asked} />
      <ByClient asOf={as_of} />
      <div id={RECEIVABLES_ID} className={classes.rows}>
        <ResourceTable
          list={receivablesList}
          cells={receivableCells}
          label={t("receivables.invoices")}
          {...(asked ? { fixed: asked } : {})}
          empty={{ title: t("receivables.empty.title"), detail: t("receivables.empty.detail") }}
        />
      </div>
      <OpenedInvoice list={receivablesList} />
    </Stack>
  );
}

function AsOf({ day }: { day: string | undefined }) {
  const t = useTranslate();
  const navigate = useNavigate();
  const today = useToday();
  const choose = (chosen: string) => {
    const as_of = chosen === today ? undefined : chosen;
    const search = changedSearch({ as_of, page: undefined });
    void navigate({ to: ".", search, resetScroll: false });
  };
  return (
    <Group align="end" gap="md">
      <CompleteDateField label={t("receivables.as_of")} value={day ?? today} onChoose={choose} />
      <Text size="sm" c="dimmed" maw="60ch">
        {t("receivables.explained")}
      </Text>
    </Group>
  );
}

function Figures({ asked }: { asked: { as_of: string } | undefined }) {
  const { data, isError, error, refetch } = useQuery(
    dataQuery("/receivables-aging", { query: asked }),
  );
  if (data === undefined)
    return isError ? (
      <LoadFailure retry={refetch} error={error} />
    ) : (
      <Skeleton height={TABLE_HEIGHT} />
    );
  return (
    <Stack gap="md">
      <AgingStrips aging={data} />
      <AgingTable aging={data} />
    </Stack>
  );
}
