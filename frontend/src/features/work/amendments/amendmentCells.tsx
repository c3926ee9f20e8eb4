// The cells of a project's amendments.
import { Text } from "@mantine/core";
import { apiUrl } from "../../../api/client";
import type { Amendment, Money } from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { formatDate } from "../../../lib/dates";
import { formatDifference } from "../../../lib/money";
import { useEnumOptions } from "../../../session/enumOptions";
import { Absent } from "../../../ui/display/Absent";
import { DateText } from "../../../ui/display/DateText";
import classes from "../../../ui/ui.module.css";

export function Day({ on }: { on: string }) {
  return <DateText on={on} />;
}

export function Difference({ money }: { money: Money | undefined }) {
  const locale = useLocale();
  if (money === undefined) return <Absent reason="not_shown" />;
  return <span className={classes.figure}>{formatDifference(money, locale)}</span>;
}

/** Why and by whom. */
export function Source({ amendment }: { amendment: Amendment }) {
  const t = useTranslate();
  return (
    <>
      {amendment.reason && <Text size="sm">{amendment.reason}</Text>}
      <Text size="sm" c="dimmed">
        {t("amendments.recorded_by", { name: amendment.recorded_by.name })}
      </Text>
    </>
  );
}

/** The client's decision with its proof: a file or a note. */
export function Approval({ approval }: { approval: Amendment["approval"] }) {
  const t = useTranslate();
  const locale = useLocale();
  const { label } = useEnumOptions();
  if (approval === null) return <Absent />;
  const { attachment, note, decision, decided_on } = approval;
  return (
    <>
      <Text size="sm">
        {t("amendments.decided", {
          decision: label("oos_decision", decision),
          date: formatDate(decided_on, locale),
        })}
      </Text>
      {attachment && (
        <a
          href={apiUrl("/attachments/{id}/content", { params: { id: attachment.api_id } })}
          className={classes.link}
          download
        >
          {attachment.name}
        </a>
      )}
      {note && (
        <Text size="sm" c="dimmed">
          {note}
        </Text>
      )}
    </>
  );
}

/** How buttons and questions name an amendment. */
export function useAmendmentName() {
  const t = useTranslate();
  const locale = useLocale();
  return ({ amount, effective_on }: Amendment): string => {
    const date = formatDate(effective_on, locale);
    if (amount === undefined) return t("amendments.change_of", { date });
    return t("amendments.line", { amount: formatDifference(amount, locale), date });
  };
}
