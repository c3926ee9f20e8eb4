// The chart of out-of-scope sales by status.
import type { SalesAnalysis } from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { addMoney, formatMoney } from "../../../lib/money";
import { useEnumOptions } from "../../../session/enumOptions";
import { BarList } from "../../../ui/charts/BarList";
import uiClasses from "../../../ui/ui.module.css";
import { salesLink } from "./salesLinks";

type Props = { data: SalesAnalysis; source: string };

const INVOICED: ReadonlySet<string> = new Set(["invoiced", "paid"]);

export function SalesStatuses({ data, source }: Props) {
  const t = useTranslate();
  const locale = useLocale();
  const { label } = useEnumOptions();
  const usedStatuses = data.statuses.filter(({ count }) => count > 0);
  if (usedStatuses.length === 0) return null;
  const zero = { amount: "0", currency: data.currency };
  const sum = (isIncluded: (status: string) => boolean) =>
    formatMoney(
      addMoney([
        zero,
        ...usedStatuses.filter(({ status }) => isIncluded(status)).map(({ money }) => money),
      ]),
      locale,
    );
  const values = {
    proposed: sum((status) => status === "proposed"),
    sold: formatMoney(data.sold.money, locale),
    invoiced: sum((status) => INVOICED.has(status)),
  };
  const unit = { kind: "money", currency: data.currency } as const;
  return (
    <div className={uiClasses.card}>
      <BarList
        name="statuses"
        title={t("oos_analysis.statuses")}
        help={t("oos_analysis.help.statuses")}
        summary={t("oos_analysis.statuses_summary", values)}
        source={source}
        data={{
          rowKind: t("oos_analysis.of.statuses"),
          columns: [
            { label: t("oos_analysis.column.amount"), unit },
            { label: t("oos_analysis.column.sales"), unit: { kind: "count" }, tableOnly: true },
          ],
          rows: usedStatuses.map(({ status, money, count }) => ({
            key: status,
            label: label("oos_status", status),
            cells: [money.amount, String(count)],
            link: salesLink(data, { status }),
          })),
        }}
      />
    </div>
  );
}
