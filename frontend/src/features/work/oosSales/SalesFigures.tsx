// What was sold in a few figures: against its target, beside retainer revenue, and what waits; each leads to its rows.
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
import { coveredMonths, isComparable } from "./targetCoverage";

export function SalesFigures({ data }: { data: SalesAnalysis }) {
  const t = useTranslate();
  const { sold, ratio } = data;
  const proposed = data.statuses.find(({ status }) => status === "proposed");
  const figures: Figure[] = [
    {
      label: t("oos_analysis.sold"),
      help: t("oos_analysis.help.sold"),
      value: <Rows of={sold} link={salesLink(data)} />,
    },
  ];
  if (sold.target)
    figures.push({
      label: t("oos_analysis.of_target"),
      help: t("oos_analysis.help.target"),
      value: (
        <>
          <Share
            percent={isComparable(data) ? sold.percent : null}
            of={sold.target.money}
            words="share_of"
          />
          <Covered data={data} />
        </>
      ),
    });
  if (ratio)
    figures.push({
      label: t("oos_analysis.ratio"),
      help: t("oos_analysis.help.ratio"),
      value: <Share percent={ratio.percent} of={ratio.revenue} words="ratio_of" />,
    });
  if (proposed)
    figures.push({
      label: t("oos_analysis.proposed"),
      help: t("oos_analysis.help.proposed"),
      value: <Rows of={proposed} link={salesLink(data, { status: "proposed" })} />,
    });
  return <FigureCards figures={figures} />;
}

function Covered({ data }: { data: SalesAnalysis }) {
  const t = useTranslate();
  if (isComparable(data)) return null;
  const words = { covered: coveredMonths(data), all: data.months.length };
  return (
    <Text size="sm" c="dimmed">
      {t("oos_analysis.covered", words)}
    </Text>
  );
}

type Sum = { count: number; money: Money; unconverted: Money[] };

function Rows({ of, link }: { of: Sum; link: ReturnType<typeof salesLink> }) {
  const t = useTranslate();
  const locale = useLocale();
  const title = t("oos_analysis.show_rows");
  return (
    <>
      {of.count === 0 ? (
        <MoneyText money={of.money} />
      ) : (
        <Link to={link.to} search={link.search} className={classes.opens} title={title}>
          <MoneyText money={of.money} />
        </Link>
      )}
      <Text size="sm" c="dimmed">
        {t("oos_analysis.sales", { count: of.count })}
      </Text>
      {of.unconverted.map((money) => (
        <Text key={money.currency} size="sm" c="var(--regie-warning-text)">
          {t("oos_analysis.without_rate", { amount: formatMoney(money, locale) })}
        </Text>
      ))}
    </>
  );
}

type ShareProps = {
  percent: string | null;
  of: Money | null;
  words: "share_of" | "ratio_of";
};

function Share({ percent, of, words }: ShareProps) {
  const t = useTranslate();
  const locale = useLocale();
  const amount = of ? formatMoney(of, locale) : t("oos_analysis.not_known");
  return (
    <>
      {percent === null ? t("oos_analysis.not_known") : formatPercent(percent, locale)}
      <Text size="sm" c="dimmed">
        {t(
          `oos_analysis.${words}`,
          words === "share_of" ? { target: amount } : { revenue: amount },
        )}
      </Text>
    </>
  );
}
