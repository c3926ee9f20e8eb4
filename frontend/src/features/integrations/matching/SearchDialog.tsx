// Links an unlinked record to a match by hand.
import { useState } from "react";
import type { Match, MatchCandidate, MatchCreate } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { ConfirmDialog } from "../../../ui/dialogs/ConfirmDialog";
import { lazyComponent } from "../../../ui/lazyComponent";
import { ClosedMonthNote } from "../../../ui/money/ClosedMonthNote";
import { linkPart, toReferences } from "./matchCalls";
import type { useDecisions } from "./useDecisions";

const RecordSearch = lazyComponent(async () => (await import("./RecordSearch")).RecordSearch);

type Props = {
  match: Match;
  decisions: ReturnType<typeof useDecisions>;
  /** Called with both records when neither is known yet. */
  onNew: (records: MatchCreate["records"]) => void;
  onClose: () => void;
};

export function SearchDialog({ match, decisions, onNew, onClose }: Props) {
  const t = useTranslate();
  const [record, setRecord] = useState<MatchCandidate | null>(null);
  const [isMissing, setMissing] = useState(false);
  const { name, target, kind } = match;
  const confirm = async () => {
    if (record === null) {
      setMissing(true);
    } else if (target === null) {
      onNew(toReferences([...match.records, record]));
    } else {
      const summary = t("matching.done.linked", { name: record.name, target: name });
      await decisions.run(() => linkPart(match, record), summary);
      onClose();
    }
  };
  return (
    <ConfirmDialog
      opened
      isHarmless
      busy={decisions.busy}
      title={t("matching.dialog.search", { name })}
      detail={t(target ? "matching.search.known" : `matching.search.new.${kind}`)}
      cancelLabel={t("common.cancel")}
      confirmLabel={t(target ? "matching.search.link" : "matching.search.next")}
      onCancel={onClose}
      onConfirm={() => void confirm()}
    >
      <div style={{ marginTop: 16 }}>
        <RecordSearch match={match} value={record} isMissing={isMissing} onChange={setRecord} />
        {record && <ClosedMonthNote days={record.closed_months} />}
      </div>
    </ConfirmDialog>
  );
}
