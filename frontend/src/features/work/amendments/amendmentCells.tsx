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

/** Why and by whom, in one line. */
export function SourceLine({ amendment }: { amendment: Amendment }) {
  return <>{[amendment.reason, amendment.recorded_by.name].filter(Boolean).join(" · ")}</>;
}

/** From which day, and the proof of the client's decision, in one line. */
export function Standing({ amendment }: { amendment: Amendment }) {
  const locale = useLocale();
  const { effective_on, approval } = amendment;
  return (
    <>
      {formatDate(effective_on, locale)}
      {approval?.note && ` · ${approval.note}`}
      {approval?.attachment && " · "}
      {approval && <Proof approval={approval} />}
    </>
  );
}

type Decision = NonNullable<Amendment["approval"]>;

function Proof({ approval: { attachment } }: { approval: Decision }) {
  if (attachment === null) return null;
  return (
    <a
      href={apiUrl("/attachments/{id}/content", { params: { id: attachment.api_id } })}
      className={classes.link}
      download
    >
      {attachment.name}
    </a>
  );
}

/** The client's decision with its proof: a file, a note or the client's own click. */
export function Approval({ approval }: { approval: Amendment["approval"] }) {
  const t = useTranslate();
  const locale = useLocale();
  const { label } = useEnumOptions();
  if (approval === null) return <Absent />;
  const decision = label("oos_decision", approval.decision);
  const date = formatDate(approval.decided_on, locale);
  return (
    <>
      <Text size="sm">{t("amendments.decided", { decision, date })}</Text>
      <Proof approval={approval} />
      {approval.link_made_at !== null && (
        <Text size="sm">{t("amendments.by_client", { name: approval.contact_name ?? "" })}</Text>
      )}
      {approval.note && (
        <Text size="sm" c="dimmed">
          {approval.note}
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
