// Payments and credit memos that no invoice had used by the end of any day.
import { Stack } from "@mantine/core";
import { useSearch } from "@tanstack/react-router";
import type { UnappliedCredit } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { readDay } from "../../../lib/dates";
import { useCurrentUser } from "../../../session/currentUser";
import { useEnumOptions } from "../../../session/enumOptions";
import { Absent } from "../../../ui/display/Absent";
import { DateText } from "../../../ui/display/DateText";
import { Forbidden } from "../../../ui/feedback/Forbidden";
import { MoneyText } from "../../../ui/money/MoneyText";
import { SourceLink } from "../../../ui/services/SourceLinks";
import { canRead } from "../../../ui/table/permittedList";
import { ResourceTable } from "../../../ui/table/ResourceTable";
import type { CellsOf } from "../../../ui/table/tableModel";
import { AsOfField } from "./AsOfField";
import { InvoiceClient } from "./invoiceCells";
import { unappliedList } from "./unappliedList";

const cells: CellsOf<typeof unappliedList> = {
  number: (credit) => credit.number,
  kind: (credit) => <CreditKind credit={credit} />,
  client: (credit) => <InvoiceClient invoice={credit} />,
  dated_on: (credit) => <DateText on={credit.dated_on} />,
  total: (credit) => <MoneyText money={credit.total} />,
  balance: (credit) => <MoneyText money={credit.balance} />,
  source: (credit) =>
    credit.source_url ? (
      <SourceLink isBrief service="quickbooks" url={credit.source_url} />
    ) : (
      <Absent />
    ),
};

export function UnappliedPanel() {
  const t = useTranslate();
  const user = useCurrentUser();
  const search = useSearch({ strict: false }) as { as_of?: unknown };
  const as_of = readDay(search.as_of);
  if (!canRead(unappliedList, user)) return <Forbidden />;
  return (
    <Stack gap="md">
      <AsOfField day={as_of} explained={t("receivables.unapplied.explained")} />
      <ResourceTable
        list={unappliedList}
        cells={cells}
        label={t("receivables.unapplied.title")}
        {...(as_of && { fixed: { as_of } })}
        empty={{
          title: t("receivables.unapplied.empty.title"),
          detail: t("receivables.unapplied.empty.detail"),
        }}
      />
    </Stack>
  );
}

function CreditKind({ credit }: { credit: UnappliedCredit }) {
  const { label } = useEnumOptions();
  return label("credit_kind", credit.kind);
}
