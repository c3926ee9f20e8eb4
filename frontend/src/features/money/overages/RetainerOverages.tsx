// The months with hours over of one retainer, beside its ledger; absent while there are none.
import { useQuery } from "@tanstack/react-query";
import { pageQuery } from "../../../api/queries";
import { useTranslate } from "../../../i18n/translate";
import { SmallTable } from "../../../ui/details/SmallTable";
import { HoursText } from "../../../ui/display/HoursText";
import { Section } from "../../../ui/layout/Section";
import { MoneyText } from "../../../ui/money/MoneyText";
import { OverageActions } from "./OverageActions";
import { Decisions, MonthName, OverageState } from "./overageCells";

/** The ledger has older months, and the list of all retainers their decisions. */
const SHOWN_MONTHS = 12;

export function RetainerOverages({ projectId }: { projectId: string }) {
  const t = useTranslate();
  const { data } = useQuery(
    pageQuery("/retainer-overages", { query: { project: projectId, per_page: SHOWN_MONTHS } }),
  );
  if (data === undefined || data.data.length === 0) return null;
  return (
    <Section title={t("overages.title")}>
      <SmallTable
        label={t("overages.title")}
        heads={[
          { label: t("overages.field.starts_on") },
          { label: t("overages.field.over_hours"), align: "end" },
          { label: t("overages.field.undecided_hours"), align: "end" },
          { label: t("overages.field.undecided_amount"), align: "end" },
          { label: t("overages.field.decisions") },
          { label: t("overages.field.state") },
          { label: t("overages.actions") },
        ]}
        rows={data.data.map((month) => ({
          key: month.api_id,
          cells: [
            <MonthName key="month" month={month} />,
            <HoursText key="over" hours={month.over_hours} />,
            <HoursText key="undecided" hours={month.undecided_hours} />,
            <MoneyText key="worth" money={month.undecided_amount} />,
            <Decisions key="decisions" decisions={month.decisions} />,
            <OverageState key="state" state={month.state} />,
            <OverageActions key="actions" month={month} />,
          ],
        }))}
      />
    </Section>
  );
}
