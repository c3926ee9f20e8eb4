// On a retainer's page: the extra work that was sold on top of it.
import { useTranslate } from "../../../i18n/translate";
import { extrasList } from "./oosSalesList";
import { SalesPanel } from "./SalesPanel";

export function ParentExtras({ id }: { id: string }) {
  const t = useTranslate();
  const empty = { title: t("oos_sales.no_extras.title"), detail: t("oos_sales.no_extras.detail") };
  return <SalesPanel key={id} list={extrasList} fixed={{ parent: id }} empty={empty} />;
}
