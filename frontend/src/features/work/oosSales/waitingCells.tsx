// How the columns of extra work without the client's yes are drawn.
import { useTranslate } from "../../../i18n/translate";
import { HoursText } from "../../../ui/display/HoursText";
import { ClientLink, ProjectLink } from "../../../ui/links/RecordLinks";
import { MoneyText } from "../../../ui/money/MoneyText";
import type { CellsOf } from "../../../ui/table/tableModel";
import type { waitingList } from "./oosSalesList";
import { SaleStatus } from "./SaleStatus";
import { TypeName } from "./saleCells";

export const waitingCells: CellsOf<typeof waitingList> = {
  project: (work) => <ProjectLink project={work} />,
  client: (work) => <ClientLink client={work.client} />,
  parent: (work) => <ProjectLink project={work.parent} />,
  days_waiting: (work) => <Days count={work.days_waiting} />,
  hours_logged: (work) => <HoursText hours={work.hours_logged} />,
  amount: (work) => <MoneyText money={work.amount} />,
  status: (work) => <SaleStatus status={work.status} />,
  oos_type: (work) => <TypeName type={work.oos_type} />,
};

/** Since the day it was sold. */
function Days({ count }: { count: number }) {
  const t = useTranslate();
  return t("oos_sales.days", { count });
}
