// What a project to create was concluded from, one sentence per record.
import type { ProjectProposal } from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { formatDate } from "../../../lib/dates";
import { formatMoney } from "../../../lib/money";
import { formatHours } from "../../../lib/numbers";
import { useEnumOptions } from "../../../session/enumOptions";

type Evidence = ProjectProposal["evidence"][number];

export function ProposalEvidence({ evidence }: { evidence: readonly Evidence[] }) {
  const sentenceOf = useEvidenceSentence();
  return (
    <ul>
      {evidence.map((one) => (
        <li key={one.key}>{sentenceOf(one)}</li>
      ))}
    </ul>
  );
}

function useEvidenceSentence() {
  const t = useTranslate();
  const locale = useLocale();
  const { label } = useEnumOptions();
  const day = (on: string | null) => (on === null ? "" : formatDate(on, locale));
  return (one: Evidence): string => {
    const key = one.key === "deal" && one.on === null ? "deal_undated" : one.key;
    return t(`project_proposals.evidence.${key}`, {
      name: one.name ?? "",
      kind:
        one.kind === null ? t("project_proposals.rules.unknown") : label("project_kind", one.kind),
      count: one.count ?? 0,
      interval: t(`project_proposals.per.${one.interval ?? "month"}`),
      amount: one.amount === null ? "" : formatMoney(one.amount, locale),
      hours: one.hours === null ? "" : formatHours(one.hours, locale),
      on: day(one.on),
      until: day(one.until),
    });
  };
}
