// The projects that a bar of the client's revenue adds up, or a part of the bar: a month, and a kind of project.
import type { Client, ClientRevenue } from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { monthOfYear } from "../../../lib/dates";
import { useEnumOptions } from "../../../session/enumOptions";
import { parseCurrency } from "../../../session/userCurrency";
import { RecordRowsDrawer } from "../../../ui/figures/RecordRowsDrawer";
import { MoneyText } from "../../../ui/money/MoneyText";

type Props = { client: Client; revenue: ClientRevenue; group: string; onClose: () => void };

export function RevenueRows({ client, revenue, group, onClose }: Props) {
  const t = useTranslate();
  const locale = useLocale();
  const { label } = useEnumOptions();
  const [monthName, kindName] = group.split(":");
  const month = revenue.months.find(({ starts_on }) => starts_on === `${monthName}-01`);
  const part = month?.kinds.find(({ kind }) => kind === kindName);
  if (month === undefined || (kindName !== undefined && part === undefined)) return null;
  const names = [
    t("client_page.revenue.title"),
    monthOfYear(month.starts_on, locale),
    ...(part ? [label("project_kind", part.kind)] : []),
  ];
  return (
    <RecordRowsDrawer
      label={names.join(" · ")}
      help={t("client_page.revenue.help")}
      query={{
        figure: "client_revenue",
        id: client.api_id,
        group,
        from: month.starts_on,
        to: month.ends_on,
        currency: parseCurrency(revenue.currency),
      }}
      asOf={revenue.as_of}
      onClose={onClose}
    >
      <MoneyText money={part?.money ?? month.revenue} />
    </RecordRowsDrawer>
  );
}
