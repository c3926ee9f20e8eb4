// One month: its state, what is open, its figures, and its closings.
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { itemQuery, runIf } from "../../../api/queries";
import type { MonthDetails } from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { monthOfYear } from "../../../lib/dates";
import { usePermissions } from "../../../session/permissions";
import { DetailSkeleton } from "../../../ui/details/DetailSkeleton";
import { Forbidden } from "../../../ui/feedback/Forbidden";
import { LoadFailure } from "../../../ui/feedback/LoadFailure";
import { PageTitle } from "../../../ui/layout/PageTitle";
import { lazyComponent } from "../../../ui/lazyComponent";
import { changedSearch } from "../../../ui/links/screenSearch";
import type { RenderLog } from "./CorrectionsDrawer";
import { MonthFigures } from "./MonthFigures";
import { MonthSummary } from "./MonthSummary";
import classes from "./Months.module.css";
import { OpenPoints } from "./OpenPoints";

const POLL_MS = 2_000;
const Corrections = lazyComponent(async () => (await import("./Corrections")).Corrections);
const Closings = lazyComponent(async () => (await import("./Closings")).Closings);
const MonthPacks = lazyComponent(async () => (await import("./MonthPacks")).MonthPacks);
const MissingTime = lazyComponent(async () => (await import("./MissingTime")).MissingTime);
const MonthDialog = lazyComponent(async () => (await import("./MonthDialog")).MonthDialog);

function isBeingWritten({ pack }: MonthDetails["closings"][number]): boolean {
  return pack?.status === "waiting" || pack?.status === "running";
}

export function MonthPage({ month, renderLog }: { month: string; renderLog: RenderLog }) {
  const t = useTranslate();
  const { can } = usePermissions();
  const canView = can("months.view");
  const query = useQuery({
    ...itemQuery("/months/{month}", month),
    ...runIf(canView),
    refetchInterval: ({ state }) => (state.data?.closings.some(isBeingWritten) ? POLL_MS : false),
  });
  if (!canView) return <Forbidden page={t("months.title")} />;
  if (query.data) return <LoadedMonth month={query.data} renderLog={renderLog} />;
  return query.isError ? (
    <LoadFailure retry={query.refetch} error={query.error} isPage />
  ) : (
    <DetailSkeleton />
  );
}

function LoadedMonth({ month, renderLog }: { month: MonthDetails; renderLog: RenderLog }) {
  const t = useTranslate();
  const navigate = useNavigate();
  const { edit } = useSearch({ strict: false });
  const name = monthOfYear(month.starts_on, useLocale());
  const show = (action: string | undefined) =>
    void navigate({ to: ".", search: changedSearch({ edit: action }), resetScroll: false });
  const { can } = usePermissions();
  const action = month.actions.find((one) => one === edit);
  const isMissingTime = month.open_points.some((point) => point.name === "missing_time");
  return (
    <>
      <PageTitle
        actions={month.actions.map((one) => (
          <Button
            key={one}
            variant={one === "close" ? "filled" : "default"}
            onClick={() => show(one)}
          >
            {t(`months.${one}.action`)}
          </Button>
        ))}
      >
        {name}
      </PageTitle>
      <div className={classes.page} data-in-order>
        <MonthSummary month={month} />
        {month.state !== "closed" && <OpenPoints month={month} />}
        {isMissingTime && can("statistics.hours") && <MissingTime month={month} />}
        <MonthFigures month={month} />
        {month.closings.some((one) => one.reopened_at !== null) && (
          <Corrections month={month} renderLog={renderLog} />
        )}
        {month.closings.length > 0 && <MonthPacks closings={month.closings} />}
        {month.closings.length > 0 && <Closings closings={month.closings} />}
      </div>
      {action && (
        <MonthDialog month={month} name={name} action={action} onClose={() => show(undefined)} />
      )}
    </>
  );
}
