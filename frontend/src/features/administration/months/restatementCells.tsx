// The cells of the list of restatements.
import type { Money, Restatement } from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { formatDecimal } from "../../../lib/numbers";
import { Absent } from "../../../ui/display/Absent";
import { HoursText } from "../../../ui/display/HoursText";
import { RecordLink } from "../../../ui/figures/RecordLink";
import { ClientLink } from "../../../ui/links/RecordLinks";
import { MoneyText } from "../../../ui/money/MoneyText";
import type { CellsOf } from "../../../ui/table/tableModel";
import type { restatementsList } from "./restatementsList";

function Cause({ row }: { row: Restatement }) {
  const t = useTranslate();
  return row.formula === null
    ? t(`months.cause.${row.cause}`)
    : t("months.cause.formula", row.formula);
}

type AmountProps = { money: Money | null; value: string | null; row: Restatement };

/** Money; hours of a person; or 1 for a record that is counted. */
function Amount({ money, value, row }: AmountProps) {
  const locale = useLocale();
  if (money) return <MoneyText money={money} />;
  if (value === null) return <Absent />;
  return row.kind === "employee" ? <HoursText hours={value} /> : formatDecimal(value, locale, 0);
}

export const restatementCells: CellsOf<typeof restatementsList> = {
  record: ({ kind, record }) => <RecordLink kind={kind} record={record} />,
  client: ({ client }) => <ClientLink client={client} />,
  cause: (row) => <Cause row={row} />,
  published: (row) => <Amount money={row.published} value={row.published_value} row={row} />,
  known_today: (row) => <Amount money={row.known_today} value={row.known_value} row={row} />,
  difference: (row) => <Amount money={row.difference} value={row.difference_value} row={row} />,
  converted: ({ converted }) => (converted ? <MoneyText money={converted} /> : <Absent />),
  difference_of: ({ difference_of: hours }) =>
    hours === null ? <Absent /> : <HoursText hours={hours} />,
};
