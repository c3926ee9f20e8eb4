// Marks a figure of closed months as published, and links its difference to the records that explain it.
import { Link } from "@tanstack/react-router";
import type { DashboardFigure } from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { usePermissions } from "../../../session/permissions";
import { PublishedLock } from "../../../ui/figures/PublishedLock";
import { differenceText, sumText } from "../../../ui/figures/sumText";
import type { ScreenSearch } from "../../../ui/links/screenSearch";
import uiClasses from "../../../ui/ui.module.css";

const MONTH_LENGTH = "2026-10".length;

type Props = { figure: DashboardFigure; currency: string };

export function PublishedMark({ figure, currency }: Props) {
  const t = useTranslate();
  const locale = useLocale();
  const { closed_months: months, restatement, scope, unit } = figure;
  const [first] = months;
  if (first === undefined) return null;
  return (
    <>
      <PublishedLock months={months} />
      {restatement && (
        <RestatementLink
          month={first.slice(0, MONTH_LENGTH)}
          search={{
            figure: restatement.figure,
            currency,
            scope: scope === "all" ? undefined : scope,
          }}
        >
          {t("dashboard.published.restated", {
            value: sumText(restatement.known_today, unit, t, locale),
            difference: differenceText(restatement.difference, unit, t, locale),
          })}
        </RestatementLink>
      )}
    </>
  );
}

type LinkProps = { month: string; search: ScreenSearch; children: string };

/** The records of the same figure, in the same currency and scope. */
function RestatementLink({ month, search, children }: LinkProps) {
  const { can, isAdmin } = usePermissions();
  if (!can("months.view")) return <span>{children}</span>;
  return (
    <Link
      to={isAdmin ? "/admin/months/$month" : "/months/$month"}
      params={{ month }}
      search={search}
      className={uiClasses.link}
    >
      {children}
    </Link>
  );
}
