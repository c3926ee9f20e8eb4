// How often each value was given, and who received the most, over all pages of a list.
import { dataQuery } from "../../../api/queries";
import "@mantine/core/styles/Skeleton.css";
import { Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { Query } from "../../../api/wire";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { formatInteger } from "../../../lib/numbers";
import { ValueBadge } from "../../../ui/display/ValueBadge";
import { LoadFailure } from "../../../ui/feedback/LoadFailure";
import { Section } from "../../../ui/layout/Section";
import { allPagesQuery } from "../../../ui/table/permittedList";
import { useListState } from "../../../ui/table/useListState";
import uiClasses from "../../../ui/ui.module.css";
import type { awardsList } from "./awardsList";
import classes from "./Recognition.module.css";

/** The expected height, to avoid layout shifts. */
const COUNTS_HEIGHT = 220;

type Props = { list: typeof awardsList; fixed?: Query<"/awards"> };

export function AwardCounts({ list, fixed }: Props) {
  const t = useTranslate();
  const { search } = useListState(list);
  const query = allPagesQuery(list, search, fixed);
  const { data, isError, refetch } = useQuery(dataQuery("/award-totals", { query }));
  if (data === undefined) {
    return isError ? <LoadFailure retry={refetch} /> : <Skeleton height={COUNTS_HEIGHT} />;
  }
  if (data.values.length === 0) return null;
  return (
    <>
      <Section title={t("recognition.counts.values")}>
        <Bars
          rows={data.values.map(({ core_value: value, awards }) => ({
            key: value.api_id,
            name: <ValueBadge value={value} />,
            count: awards,
          }))}
        />
      </Section>
      {fixed?.receiver === undefined && (
        <Section title={t("recognition.counts.receivers")}>
          <Bars
            rows={data.receivers.map(({ receiver, awards }) => ({
              key: receiver.api_id,
              name: receiver.name,
              count: awards,
            }))}
          />
        </Section>
      )}
    </>
  );
}

type Row = { key: string; name: ReactNode; count: number };

/** Bars relative to the highest count. */
function Bars({ rows }: { rows: readonly Row[] }) {
  const locale = useLocale();
  const maxCount = Math.max(...rows.map(({ count }) => count));
  return (
    <dl className={classes.bars}>
      {rows.map(({ key, name, count }) => (
        <div key={key} className={classes.pair}>
          <dt>{name}</dt>
          <dd className={uiClasses.bar} aria-hidden>
            <div className={uiClasses.barFill} style={{ width: `${(count / maxCount) * 100}%` }} />
          </dd>
          <dd className={classes.count}>{formatInteger(count, locale)}</dd>
        </div>
      ))}
    </dl>
  );
}
