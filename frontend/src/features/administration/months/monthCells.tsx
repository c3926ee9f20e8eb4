// The cells of the list of months.
import type { Month } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { Absent } from "../../../ui/display/Absent";
import { RelativeText } from "../../../ui/display/DateText";
import type { CellsOf } from "../../../ui/table/tableModel";
import { MonthLink } from "./MonthLink";
import { MonthStateBadge } from "./MonthStateBadge";
import type { monthsList } from "./monthsList";

function NextAction({ month }: { month: Month }) {
  const t = useTranslate();
  const [action] = month.actions;
  if (action === undefined) return <Absent />;
  return (
    <MonthLink month={month.api_id} search={{ edit: action }}>
      {t(`months.${action}.action`)}
    </MonthLink>
  );
}

export const monthCells: CellsOf<typeof monthsList> = {
  starts_on: (month) => <MonthLink month={month.api_id} />,
  state: ({ state }) => <MonthStateBadge state={state} />,
  closed_by: ({ closing }) => closing?.closed_by.name ?? <Absent />,
  closed_at: ({ closing }) => (closing ? <RelativeText at={closing.closed_at} /> : <Absent />),
  next: (month) => <NextAction month={month} />,
};
