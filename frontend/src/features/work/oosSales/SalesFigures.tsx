// The figures of out-of-scope sales: sold, share of target, ratio to retainer revenue, and proposed.
import { Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { Money, SalesAnalysis } from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { formatMoney } from "../../../lib/money";
import { formatPercent } from "../../../lib/numbers";
import { type Figure, FigureCards } from "../../../ui/figures/FigureCards";
import { MoneyText } from "../../../ui/money/MoneyText";
import classes from "./OosSales.module.css";
import { salesLink } from "./salesLinks";
import { isComparable } from "./targetCoverage";

export function SalesFigures({ data }: { data: SalesAnalysis }) {
  const t = useTranslate();
  const { sold, ratio } = data;
  const proposed = data.statuses.find(({ status }) => status === "proposed");
  const figures: Figure[] = [
    {
      label: t("oos_analysis.sold"),
      help: t("oos_analysis.help.sold"),
      value: <SalesSum sum={sold} link={salesLink(data)} />,
    },
  ];
  if (sold.target)
    figures.push({
      label: t("oos_analysis.of_target"),
      help: t("oos_analysis.help.target"),
      value: (
        <>
          <PercentOfAmount percent={sold.percent} amount={sold.target.money} message="share_of" />
          <CoverageNote data={data} />
        </>
      ),
    });
  if (ratio)
    figures.push({
      label: t("oos_analysis.ratio"),
      help: t("oos_analysis.help.ratio"),
      value: <PercentOfAmount percent={ratio.percent} amount={ratio.revenue} message="ratio_of" />,
    });
  if (proposed)
    figures.push({
      label: t("oos_analysis.proposed"),
      help: t("oos_analysis.help.proposed"),
      value: <SalesSum sum={proposed} link={salesLink(data, { status: "proposed" })} />,
    });
  return <FigureCards figures={figures} />;
}

function CoverageNote({ data }: { data: SalesAnalysis }) {
  const t = useTranslate();
  const months = data.sold.target_months;
  if (months === null || isComparable(data)) return null;
  const values = { covered: months.covered, all: months.of };
  return (
    <Text size="sm" c="dimmed">
      {t("oos_analysis.covered", values)}
    </Text>
  );
}

type Sum = { count: number; money: Money; unconverted: Money[] };

function SalesSum({ sum, link }: { sum: Sum; link: ReturnType<typeof salesLink> }) {
  const t = useTranslate();
  const locale = useLocale();
  const title = t("oos_analysis.show_rows");
  return (
    <>
      {sum.count === 0 ? (
        <MoneyText money={sum.money} />
      ) : (
        <Link to={link.to} search={link.search} className={classes.figureLink} title={title}>
          <MoneyText money={sum.money} />
        </Link>
      )}
      <Text size="sm" c="dimmed">
        {t("oos_analysis.sales", { count: sum.count })}
      </Text>
      {sum.unconverted.map((money) => (
        <Text key={money.currency} size="sm" c="var(--regie-warning-text)">
          {t("oos_analysis.without_rate", { amount: formatMoney(money, locale) })}
        </Text>
      ))}
    </>
  );
}

type PercentOfAmountProps = {
  percent: string | null;
  amount: Money | null;
  message: "share_of" | "ratio_of";
};

function PercentOfAmount({ percent, amount, message }: PercentOfAmountProps) {
  const t = useTranslate();
  const locale = useLocale();
  const amountText = amount ? formatMoney(amount, locale) : t("oos_analysis.not_known");
  return (
    <>
      {percent === null ? t("oos_analysis.not_known") : formatPercent(percent, locale)}
      <Text size="sm" c="dimmed">
        {t(
          `oos_analysis.${message}`,
          message === "share_of" ? { target: amountText } : { revenue: amountText },
        )}
      </Text>
    </>
  );
}
