// Which figures of past days a dated term would change, by employee or team, month by month.
import { Stack, Text } from "@mantine/core";
import type { DatedTermPreview, Money } from "../../api/types";
import { useLocale } from "../../i18n/locale";
import { useTranslate } from "../../i18n/translate";
import { addDays, formatDate, monthOfYear } from "../../lib/dates";
import { formatMoney } from "../../lib/money";
import { formatHours, formatPercent } from "../../lib/numbers";
import { SmallRows } from "../details/SmallRows";
import { findMove, groupByHolder, type Holder } from "./holders";
import classes from "./Terms.module.css";

type Change = DatedTermPreview["figures"][number];
type Props = {
  preview: DatedTermPreview;
  records: "clients" | "projects" | "employees";
  isRemoval?: boolean;
};

export function TermEffects({ preview, records, isRemoval = false }: Props) {
  const t = useTranslate();
  const locale = useLocale();
  const holders = groupByHolder(preview.figures);
  const { effective_from, shown_from, has_hidden } = preview;
  const day = formatDate(effective_from, locale);
  return (
    <Stack gap="xs" my="xs">
      <Text size="sm">{t(`dated_terms.preview.${isRemoval ? "removed" : "holds"}`, { day })}</Text>
      {holders.length === 0 && (
        <Text size="sm">{t(`dated_terms.preview.${nothingOf(records, has_hidden)}`)}</Text>
      )}
      <Summaries holders={holders} />
      {holders.map((holder) => (
        <Months key={holder.key} holder={holder} />
      ))}
      {holders.length > 0 && <Text size="sm">{t("dated_terms.preview.follow")}</Text>}
      {shown_from !== null && effective_from < shown_from && (
        <Text size="sm">
          {t("dated_terms.preview.earlier", { month: monthOfYear(shown_from, locale) })}
        </Text>
      )}
      {has_hidden && <Text size="sm">{t("dated_terms.preview.hidden")}</Text>}
    </Stack>
  );
}

function nothingOf(records: Props["records"], hasHidden: boolean) {
  if (records === "clients") return "of_projects";
  return hasHidden ? "nothing_seen" : "nothing";
}

/** One sentence per holder, or one for what moves from a holder to another. */
function Summaries({ holders }: { holders: readonly Holder[] }) {
  const t = useTranslate();
  const locale = useLocale();
  const nameOf = useFigureName();
  const describe = ({ changes }: Holder) => {
    const months = [...new Set(changes.map(({ month }) => month))].sort();
    const [first, last] = [months[0] ?? "", months.at(-1) ?? ""];
    const names = { first: monthOfYear(first, locale), last: monthOfYear(last, locale) };
    return {
      months: first === last ? names.first : t("dated_terms.preview.months", names),
      figures: [...new Set(changes.map(({ figure }) => nameOf(figure)))].join(", "),
    };
  };
  const move = findMove(holders);
  if (move !== null) {
    const { from, to } = move;
    const values = { from: from.name, to: to.name, ...describe(from) };
    return (
      <Text size="sm" fw={600}>
        {t("dated_terms.preview.moves", values)}
      </Text>
    );
  }
  return holders.map((holder) => (
    <Text size="sm" fw={600} key={holder.key}>
      {t("dated_terms.preview.changes", { name: holder.name, ...describe(holder) })}
    </Text>
  ));
}

function useFigureName() {
  const t = useTranslate();
  return (figure: Change["figure"]) => t(`people_figures.field.${figure}`);
}

function Months({ holder }: { holder: Holder }) {
  const t = useTranslate();
  const locale = useLocale();
  const nameOf = useFigureName();
  const format = useFormat();
  const figures = [...new Set(holder.changes.map(({ figure }) => figure))];
  const months = [...new Set(holder.changes.map(({ month }) => month))].sort();
  const find = (month: string, figure: string) =>
    holder.changes.find((one) => one.month === month && one.figure === figure);
  const nameOfMonth = (month: string) => {
    const name = monthOfYear(month, locale);
    const to = holder.changes.find((one) => one.month === month)?.to ?? month;
    const isWhole = addDays(to, 1).endsWith("-01");
    return isWhole
      ? name
      : t("dated_terms.preview.until", { month: name, day: formatDate(to, locale) });
  };
  return (
    <Stack gap={4}>
      <Text size="sm">{holder.name}</Text>
      <SmallRows
        label={t("dated_terms.preview.of", { name: holder.name })}
        heads={[
          { label: t("dated_terms.preview.month") },
          ...figures.map((figure) => ({ label: nameOf(figure), align: "end" as const })),
        ]}
        rows={months.map((month) => ({
          key: month,
          cells: [
            nameOfMonth(month),
            ...figures.map((figure) => {
              const change = find(month, figure);
              return (
                <span key={figure} className={classes.change}>
                  {change ? format(change) : t("dated_terms.preview.same")}
                </span>
              );
            }),
          ],
        }))}
      />
    </Stack>
  );
}

/** The value before and after, in the currencies that change. */
function useFormat() {
  const t = useTranslate();
  const locale = useLocale();
  return (change: Change): string => {
    const write = ({ value, money }: Change["before"], other: Change["before"]): string => {
      const changed = money?.filter((one) => !other.money?.some((two) => isSameMoney(one, two)));
      if (changed !== undefined) {
        return (
          changed.map((one) => formatMoney(one, locale)).join(" + ") ||
          t("dated_terms.preview.zero")
        );
      }
      if (value === null) return t("common.not_applicable");
      return change.unit === "percent" ? formatPercent(value, locale) : formatHours(value, locale);
    };
    const { before, after } = change;
    return t("dated_terms.preview.change", {
      before: write(before, after),
      after: write(after, before),
    });
  };
}

const isSameMoney = (one: Money, two: Money) =>
  one.currency === two.currency && one.amount === two.amount;
