// The out-of-scope sales of a retainer.
import { useTranslate } from "../../../i18n/translate";
import { projectSalesList } from "./oosSalesList";
import { SalesPanel } from "./SalesPanel";

export function ProjectOosSales({ id }: { id: string }) {
  const t = useTranslate();
  const empty = { title: t("oos_sales.no_extras.title"), detail: t("oos_sales.no_extras.detail") };
  return <SalesPanel key={id} list={projectSalesList} fixed={{ parent: id }} empty={empty} />;
}
