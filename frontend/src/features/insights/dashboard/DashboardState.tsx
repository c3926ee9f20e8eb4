// How things stand, in sentences: what MRR did, and what needs attention, each with a link to its rows.
import { Link } from "@tanstack/react-router";
import type { Dashboard, DashboardFigureName } from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { type Translate, useTranslate } from "../../../i18n/translate";
import { formatDate } from "../../../lib/dates";
import { addDecimals, formatMoney } from "../../../lib/money";
import { StateSentence } from "../../../ui/layout/StateSentence";
import { LinkedText } from "../../../ui/links/LinkedText";
import { changedSearch } from "../../../ui/links/screenSearch";
import uiClasses from "../../../ui/ui.module.css";

type Sentence = { name: DashboardFigureName; text: string };

export function DashboardState({ dashboard }: { dashboard: Dashboard }) {
  const sentences = useSentences(dashboard);
  return (
    <StateSentence>
      {sentences.map(({ name, text }) => (
        <span key={name}>
          <LinkedText text={text} parts={linkTo(dashboard, name)} />{" "}
        </span>
      ))}
    </StateSentence>
  );
}

function linkTo({ figures }: Dashboard, name: DashboardFigureName) {
  const search = changedSearch({ rows: name, group: undefined, page: undefined });
  return {
    b: (text: string) => <strong>{text}</strong>,
    a: (text: string) =>
      figures[name]?.has_rows ? (
        <Link to="." search={search} resetScroll={false} className={uiClasses.link}>
          {text}
        </Link>
      ) : (
        text
      ),
  };
}

function useSentences({ figures, previous }: Dashboard): Sentence[] {
  const t = useTranslate();
  const locale = useLocale();
  const { overdue, burn_at_risk: burn, late_projects: late } = figures;
  const texts: Sentence[] = [];
  const mrr = previous && mrrText(figures.mrr, previous.to, t, locale);
  if (mrr) texts.push({ name: "mrr", text: mrr });
  if (overdue?.money && Number(overdue.money.amount) > 0) {
    const amount = formatMoney(overdue.money, locale);
    texts.push({ name: "overdue", text: t("dashboard_page.state.overdue", { amount }) });
  }
  if (burn && burn.count > 0)
    texts.push({
      name: "burn_at_risk",
      text: t("dashboard_page.state.burn", { count: burn.count }),
    });
  if (late && late.count > 0)
    texts.push({
      name: "late_projects",
      text: t("dashboard_page.state.late", { count: late.count }),
    });
  return texts;
}

/** What MRR did since the last of the days to compare with. */
function mrrText(
  mrr: Dashboard["figures"][string] | undefined,
  since: string,
  t: Translate,
  locale: string,
) {
  const [now, before] = [mrr?.money, mrr?.previous?.money];
  if (!now || !before) return undefined;
  const minus = before.amount.startsWith("-") ? before.amount.slice(1) : `-${before.amount}`;
  const change = addDecimals([now.amount, minus]);
  const date = formatDate(since, locale);
  if (Number(change) === 0) return t("dashboard_page.state.mrr_same", { date });
  const amount = formatMoney({ ...now, amount: change.replace("-", "") }, locale);
  return t(Number(change) > 0 ? "dashboard_page.state.mrr_up" : "dashboard_page.state.mrr_down", {
    amount,
    date,
  });
}
