// What a month published first and publishes now, after it was reopened: by whom, why, and each figure.
import { Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { dataQuery } from "../../../api/queries";
import type { DashboardSum, MonthDetails, MonthFigure } from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { formatDateTime } from "../../../lib/dates";
import { useCurrentUser } from "../../../session/currentUser";
import { SmallRows } from "../../../ui/details/SmallRows";
import { differenceText, sumText } from "../../../ui/figures/sumText";
import { Section } from "../../../ui/layout/Section";
import { lazyComponent } from "../../../ui/lazyComponent";
import { changedSearch } from "../../../ui/links/screenSearch";
import uiClasses from "../../../ui/ui.module.css";
import type { RenderLog } from "./CorrectionsDrawer";
import { inOrder } from "./figureOrder";
import { restatementsView } from "./restatementsView";

const CorrectionsDrawer = lazyComponent(
  async () => (await import("./CorrectionsDrawer")).CorrectionsDrawer,
);

type Closing = MonthDetails["closings"][number];

export function Corrections({ month, renderLog }: { month: MonthDetails; renderLog: RenderLog }) {
  const t = useTranslate();
  const navigate = useNavigate();
  const search = useSearch({ strict: false });
  const { currency } = restatementsView(search);
  const query = currency === undefined ? {} : { currency };
  const params = { month: month.api_id };
  const { data } = useQuery(dataQuery("/months/{month}/figures", { params, query }));
  const reopened = month.closings.filter((one) => one.reopened_at !== null).reverse();
  const isClosed = month.state === "closed";
  const opened = data?.figures.find((one) => one.correction && one.name === search.corrected);
  const close = () =>
    void navigate({
      to: ".",
      search: changedSearch({ corrected: undefined, open: undefined, page: undefined }),
    });
  const end = { align: "end" as const };
  return (
    <Section title={t("months.corrections.title")}>
      {reopened.map((closing) => (
        <Reopening key={closing.closed_at} closing={closing} />
      ))}
      {!isClosed && (
        <Text size="sm" c="dimmed">
          {t("months.corrections.open")}
        </Text>
      )}
      {data && (
        <SmallRows
          label={t("months.corrections.title")}
          heads={[
            { label: t("months.field.figure") },
            { label: t("months.corrections.first"), ...end },
            ...(isClosed
              ? [
                  { label: t("months.corrections.now"), ...end },
                  { label: t("months.field.difference"), ...end },
                ]
              : []),
          ]}
          rows={inOrder(data.figures).map((figure) => ({
            key: figure.name,
            cells: [
              t(`months.figure.${figure.name}`),
              <Sum key="first" figure={figure} sum={figure.first_published} />,
              ...(isClosed
                ? [
                    <Sum key="now" figure={figure} sum={figure.published} />,
                    <Correction key="correction" figure={figure} />,
                  ]
                : []),
            ],
          }))}
        />
      )}
      {opened && (
        <CorrectionsDrawer month={month} figure={opened} renderLog={renderLog} onClose={close} />
      )}
    </Section>
  );
}

function Reopening({ closing }: { closing: Closing }) {
  const t = useTranslate();
  const locale = useLocale();
  const { timezone } = useCurrentUser();
  const at = closing.reopened_at;
  return (
    <Text size="sm">
      {t("months.corrections.reopened", {
        name: closing.reopened_by?.name ?? "",
        at: at === null ? "" : formatDateTime(at, locale, timezone),
        reason: closing.reopen_reason ?? "",
      })}
    </Text>
  );
}

/** A figure that a closing of an earlier release did not publish has no sum. */
function Sum({ figure, sum }: { figure: MonthFigure; sum: DashboardSum | null }) {
  const t = useTranslate();
  const locale = useLocale();
  if (sum === null) return <span className={uiClasses.muted}>{t("months.not_published")}</span>;
  return <span className={uiClasses.figure}>{sumText(sum, figure.unit, t, locale)}</span>;
}

function Correction({ figure }: { figure: MonthFigure }) {
  const t = useTranslate();
  const locale = useLocale();
  const { correction, first_published: first, published, unit } = figure;
  if (first === null || published === null) return null;
  if (correction === null) return <span className={uiClasses.muted}>{t("months.unchanged")}</span>;
  return (
    <Link
      to="."
      search={changedSearch({ corrected: figure.name })}
      resetScroll={false}
      className={uiClasses.link}
      title={t("months.corrections.show")}
    >
      {differenceText(correction, unit, t, locale)}
    </Link>
  );
}
