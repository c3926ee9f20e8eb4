// The cells of the list of out-of-scope work awaiting approval.
import { useTranslate } from "../../../i18n/translate";
import { HoursText } from "../../../ui/display/HoursText";
import { ClientLink, ProjectLink } from "../../../ui/links/RecordLinks";
import { MoneyText } from "../../../ui/money/MoneyText";
import type { CellsOf } from "../../../ui/table/tableModel";
import type { pendingApprovalsList } from "./oosSalesList";
import { SaleStatus } from "./SaleStatus";
import { PartText, TypeText } from "./saleCells";

export const pendingApprovalCells: CellsOf<typeof pendingApprovalsList> = {
  project: (work) => <ProjectLink project={work.project} client={work.client} />,
  part: (work) => <PartText part={work.part} />,
  client: (work) => <ClientLink client={work.client} />,
  parent: (work) => <ProjectLink project={work.parent} client={work.client} />,
  days_waiting: (work) => <DaysText count={work.days_waiting} />,
  hours_logged: (work) => <HoursText hours={work.hours_logged} />,
  amount: (work) => <MoneyText money={work.amount} />,
  status: (work) => <SaleStatus status={work.status} />,
  oos_type: (work) => <TypeText type={work.oos_type} />,
};

/** The days since the sale. */
function DaysText({ count }: { count: number }) {
  const t = useTranslate();
  return t("oos_sales.days", { count });
}
