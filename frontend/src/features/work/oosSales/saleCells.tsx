// The cells of the list of out-of-scope sales.
import type { OosSaleRow } from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { formatPercent } from "../../../lib/numbers";
import { useEnumOptions } from "../../../session/enumOptions";
import { Absent } from "../../../ui/display/Absent";
import { DateText } from "../../../ui/display/DateText";
import { ClientLink, ProjectLink } from "../../../ui/links/RecordLinks";
import { ConvertedText, RateText } from "../../../ui/money/Converted";
import { MoneyText } from "../../../ui/money/MoneyText";
import type { CellsOf } from "../../../ui/table/tableModel";
import type { salesList } from "./oosSalesList";
import { SaleStatus } from "./SaleStatus";

export const saleCells: CellsOf<typeof salesList> = {
  project: (sale) => <ProjectLink project={sale.project} client={sale.client} />,
  part: (sale) => <PartText part={sale.part} />,
  client: (sale) => <ClientLink client={sale.client} />,
  parent: (sale) => <ProjectLink project={sale.parent} client={sale.client} />,
  weight: (sale) => <WeightText weight={sale.weight} />,
  amount: (sale) => <MoneyText money={sale.amount} />,
  converted: (sale) => (
    <ConvertedText money={sale.converted} missingText="oos_sales.converted.no_rate" />
  ),
  rate: (sale) => <RateText rate={sale.rate} on={sale.rate_on} />,
  project_amount: (sale) => <MoneyText money={sale.project_amount} />,
  sold_on: (sale) => <DateText on={sale.sold_on} />,
  approved_on: (sale) => <DateText on={sale.approved_on} />,
  status: (sale) => <SaleStatus status={sale.status} />,
  oos_type: (sale) => <TypeText type={sale.oos_type} />,
};

export function WeightText({ weight }: { weight: number }) {
  return formatPercent(String(weight), useLocale());
}

/** Whether the amount is the original one or an amendment. */
export function PartText({ part }: { part: OosSaleRow["part"] }) {
  const { label } = useEnumOptions();
  return label("sale_part", part);
}

export function TypeText({ type }: { type: string | null }) {
  const { label } = useEnumOptions();
  return type === null ? <Absent /> : label("oos_type", type);
}
