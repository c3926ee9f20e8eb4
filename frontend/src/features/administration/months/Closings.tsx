// Every closing of a month, newest first, with its reasons.
import type { MonthDetails } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { SmallRows } from "../../../ui/details/SmallRows";
import { Absent } from "../../../ui/display/Absent";
import { RelativeText } from "../../../ui/display/DateText";
import { Section } from "../../../ui/layout/Section";

export function Closings({ closings }: Pick<MonthDetails, "closings">) {
  const t = useTranslate();
  const heads = [
    "closed_at",
    "closed_by",
    "reason",
    "comment",
    "reopened_at",
    "reopened_by",
    "reopen_reason",
  ] as const;
  return (
    <Section title={t("months.closings")}>
      <SmallRows
        label={t("months.closings")}
        heads={heads.map((name) => ({ label: t(`months.field.${name}`) }))}
        rows={closings.map((closing) => ({
          key: closing.closed_at,
          cells: [
            <RelativeText key="closed_at" at={closing.closed_at} />,
            closing.closed_by.name,
            closing.reason ?? <Absent key="reason" />,
            closing.comment ?? <Absent key="comment" />,
            closing.reopened_at ? (
              <RelativeText key="reopened_at" at={closing.reopened_at} />
            ) : (
              <Absent key="reopened_at" />
            ),
            closing.reopened_by?.name ?? <Absent key="reopened_by" />,
            closing.reopen_reason ?? <Absent key="reopen_reason" />,
          ],
        }))}
      />
    </Section>
  );
}
