// The figures of a month: as published, as known today, and the difference with a link to its records.
import "@mantine/core/styles/Skeleton.css";
import { Skeleton, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { dataQuery } from "../../../api/queries";
import type { MonthDetails, MonthFigure } from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { SmallRows } from "../../../ui/details/SmallRows";
import { LoadFailure } from "../../../ui/feedback/LoadFailure";
import { differenceText, sumText } from "../../../ui/figures/sumText";
import { Section } from "../../../ui/layout/Section";
import { lazyComponent } from "../../../ui/lazyComponent";
import { changedSearch } from "../../../ui/links/screenSearch";
import { MoneyText } from "../../../ui/money/MoneyText";
import uiClasses from "../../../ui/ui.module.css";
import { inOrder } from "./figureOrder";
import classes from "./Months.module.css";
import { restatedBy } from "./restatedBy";
import { restatementsView } from "./restatementsView";
import { useGroups } from "./useGroups";

const RestatementsDrawer = lazyComponent(
  async () => (await import("./RestatementsDrawer")).RestatementsDrawer,
);

export function MonthFigures({ month }: { month: MonthDetails }) {
  const t = useTranslate();
  const navigate = useNavigate();
  const search = useSearch({ strict: false });
  const params = { month: month.api_id };
  const { currency } = restatementsView(search);
  const query = currency === undefined ? {} : { currency };
  const { data, isError, error, refetch } = useQuery(
    dataQuery("/months/{month}/figures", { params, query }),
  );
  const isClosed = month.state === "closed";
  const close = () =>
    void navigate({
      to: ".",
      search: changedSearch({ figure: undefined, scope: undefined, page: undefined }),
    });
  const opened = data?.figures.map(restatedBy).find((name) => name === search.figure);
  return (
    <Section title={t("months.figures.title")}>
      <Text size="sm" c="dimmed" mb="sm">
        {t(isClosed ? "months.figures.of_closed" : "months.figures.of_open")}
      </Text>
      {data && <FigureTable figures={data.figures} isClosed={isClosed} />}
      {!data && (isError ? <LoadFailure retry={refetch} error={error} /> : <Skeleton h={420} />)}
      {isClosed && opened && (
        <RestatementsDrawer month={month.api_id} name={opened} onClose={close} />
      )}
    </Section>
  );
}

type TableProps = { figures: readonly MonthFigure[]; isClosed: boolean };

function FigureTable({ figures, isClosed }: TableProps) {
  const t = useTranslate();
  const end = { align: "end" as const };
  const published = [
    { label: t("months.field.published"), ...end },
    { label: t("months.field.known_today"), ...end },
    { label: t("months.field.difference"), ...end },
  ];
  return (
    <SmallRows
      label={t("months.figures.title")}
      heads={[
        { label: t("months.field.figure") },
        ...(isClosed ? published : published.slice(1, 2)),
      ]}
      rows={inOrder(figures).map((figure) => ({
        key: figure.name,
        cells: isClosed
          ? [
              <FigureName key="name" figure={figure} />,
              <Published key="published" figure={figure} isClosed />,
              <KnownToday key="known" figure={figure} />,
              <Difference key="difference" figure={figure} />,
            ]
          : [<FigureName key="name" figure={figure} />, <Published key="known" figure={figure} />],
      }))}
    />
  );
}

/** The groups and the currencies of a figure stand below it, in both columns. */
function FigureName({ figure }: { figure: MonthFigure }) {
  const t = useTranslate();
  const groupsOf = useGroups();
  return (
    <>
      <strong>{t(`months.figure.${figure.name}`)}</strong>
      <ul className={classes.parts}>
        {groupsOf(figure).map(({ name, label }) => (
          <li key={name}>{label}</li>
        ))}
        {ownCurrencies(figure).map(({ known_today: { currency } }) => (
          <li key={currency}>{t("months.in_currency", { currency })}</li>
        ))}
      </ul>
    </>
  );
}

/** A figure in one currency is shown once. */
function ownCurrencies({ currencies }: MonthFigure) {
  return currencies.length > 1 ? currencies : [];
}

/** As published in a closed month, as known today in an open one. */
function Published({ figure, isClosed = false }: { figure: MonthFigure; isClosed?: boolean }) {
  const t = useTranslate();
  const locale = useLocale();
  const groupsOf = useGroups();
  const { unit, published, known_today: known } = figure;
  if (isClosed && published === null)
    return <span className={uiClasses.muted}>{t("months.not_published")}</span>;
  return (
    <>
      <strong className={uiClasses.figure}>{sumText(published ?? known, unit, t, locale)}</strong>
      <ul className={classes.parts}>
        {groupsOf(figure).map((group) => (
          <li key={group.name}>{sumText(group, unit, t, locale)}</li>
        ))}
        {ownCurrencies(figure).map((amounts) => (
          <li key={amounts.known_today.currency}>
            <MoneyText money={amounts.published ?? amounts.known_today} />
          </li>
        ))}
      </ul>
    </>
  );
}

function KnownToday({ figure }: { figure: MonthFigure }) {
  const t = useTranslate();
  const locale = useLocale();
  const groupsOf = useGroups();
  return (
    <>
      <span className={uiClasses.figure}>
        {sumText(figure.known_today, figure.unit, t, locale)}
      </span>
      <ul className={classes.parts}>
        {groupsOf(figure).map((group) =>
          figure.published === null ? (
            <li key={group.name}>{sumText(group, figure.unit, t, locale)}</li>
          ) : (
            <li key={group.name} aria-hidden>
              {"\u00a0"}
            </li>
          ),
        )}
        {ownCurrencies(figure).map(({ known_today: known }) => (
          <li key={known.currency}>
            <MoneyText money={known} />
          </li>
        ))}
      </ul>
    </>
  );
}

function Difference({ figure }: { figure: MonthFigure }) {
  const t = useTranslate();
  const locale = useLocale();
  const { unit, published, difference } = figure;
  if (published === null) return null;
  if (difference === null) return <span className={uiClasses.muted}>{t("months.unchanged")}</span>;
  return (
    <>
      <Link
        to="."
        search={changedSearch({ figure: restatedBy(figure) })}
        resetScroll={false}
        className={uiClasses.link}
        title={t("months.restatements.show")}
      >
        {differenceText(difference, unit, t, locale)}
      </Link>
      <NewerDefinition figure={figure} />
    </>
  );
}

/** A definition that changed since the closing is a cause of the difference. */
function NewerDefinition({ figure }: { figure: MonthFigure }) {
  const t = useTranslate();
  const { formula_version: published, present_formula_version: present } = figure;
  if (published === present) return null;
  return (
    <Text size="xs" c="dimmed">
      {t("months.cause.formula", { published, present })}
    </Text>
  );
}
