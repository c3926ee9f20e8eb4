// The fees of a retainer, newest first; the current one is marked.
import type { Project } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { useToday } from "../../../session/today";
import { SmallTable } from "../../../ui/details/SmallTable";
import { Absent } from "../../../ui/display/Absent";
import { Badge } from "../../../ui/display/Badge";
import { DateText } from "../../../ui/display/DateText";
import { Section } from "../../../ui/layout/Section";
import { useFeeText } from "../../../ui/money/useFeeText";

type Fees = NonNullable<Project["fees"]>;

export function FeeHistory({ fees }: { fees: Fees }) {
  const t = useTranslate();
  const today = useToday();
  const feeText = useFeeText();
  const newestFirst = [...fees].sort((a, b) => b.starts_on.localeCompare(a.starts_on));
  const current = newestFirst.find((fee) => fee.starts_on <= today);
  const statusBadge = (fee: Fees[number]) => {
    if (fee === current) return <Badge>{t("projects.fees.current")}</Badge>;
    return fee.starts_on > today ? <Badge>{t("projects.fees.upcoming")}</Badge> : null;
  };
  return (
    <Section title={t("projects.fees.title")}>
      <SmallTable
        label={t("projects.fees.title")}
        heads={[
          { label: t("projects.fees.from") },
          { label: t("projects.fees.reason") },
          { label: t("projects.fees.fee"), align: "end" },
        ]}
        rows={newestFirst.map((fee) => ({
          key: fee.starts_on,
          cells: [
            <span key="from">
              <DateText on={fee.starts_on} /> {statusBadge(fee)}
            </span>,
            fee.reason || <Absent key="reason" />,
            feeText(fee.interval_amount ?? fee.amount, fee.billing_interval, fee.amount),
          ],
        }))}
      />
    </Section>
  );
}
