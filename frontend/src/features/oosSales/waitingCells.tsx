// How the columns of extra work without the client's yes are drawn.
import type { UnapprovedWork } from "../../api/types";
import { useTranslate } from "../../i18n/translate";
import { HoursText } from "../../ui/HoursText";
import { MoneyText } from "../../ui/MoneyText";
import { ClientLink, ProjectLink } from "../../ui/RecordLinks";
import type { Cells } from "../../ui/table/tableModel";
import { SaleStatus } from "./SaleStatus";
import { TypeName } from "./saleCells";

export const waitingCells: Cells<UnapprovedWork> = {
  project: (work) => <ProjectLink project={work} />,
  number: (work) => work.number,
  client: (work) => <ClientLink client={work.client} />,
  parent: (work) => <ProjectLink project={work.parent} />,
  sellers: (work) => work.sellers.map(({ name }) => name).join(", "),
  days_waiting: (work) => <Days count={work.days_waiting} />,
  hours_logged: (work) => <HoursText hours={work.hours_logged} />,
  amount: (work) => <MoneyText money={work.amount} />,
  status: (work) => <SaleStatus status={work.status} />,
  account_manager: (work) => work.account_manager.name,
  oos_type: (work) => <TypeName type={work.oos_type} />,
};

/** Since the day it was sold. */
function Days({ count }: { count: number }) {
  const t = useTranslate();
  return t("oos_sales.days", { count });
}
