// The state of a month as the first thing of its page, with what was said when it was closed.
import { Text } from "@mantine/core";
import type { MonthDetails } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { RelativeText } from "../../../ui/display/DateText";
import uiClasses from "../../../ui/ui.module.css";
import { STATE_STYLES } from "./MonthStateBadge";
import classes from "./Months.module.css";

export function MonthSummary({ month: { state, closing } }: { month: MonthDetails }) {
  const t = useTranslate();
  const [tone, Icon] = STATE_STYLES[state];
  return (
    <section className={classes.summary} data-tone={tone} aria-labelledby="month-state">
      <div className={classes.summaryHead}>
        <Icon size={28} aria-hidden />
        <h2 id="month-state" className={classes.state}>
          {t(`months.state.${state}`)}
        </h2>
      </div>
      <Text size="sm">
        {closing ? (
          <>
            {t("months.closed_by", { name: closing.closed_by.name })}{" "}
            <RelativeText at={closing.closed_at} />
          </>
        ) : (
          t(`months.about.${state === "current" ? "current" : "open"}`)
        )}
      </Text>
      {closing?.reason && (
        <Text size="sm" className={uiClasses.lines}>
          {t("months.field.reason")}
          {t("months.colon")} {closing.reason}
        </Text>
      )}
      {closing?.comment && (
        <Text size="sm" className={uiClasses.lines}>
          {t("months.field.comment")}
          {t("months.colon")} {closing.comment}
        </Text>
      )}
    </section>
  );
}
