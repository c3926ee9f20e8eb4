// Any record that is linked to nothing, found by its name and linked by hand to what the match is about.
import { useState } from "react";
import type { Match, MatchCandidate, MatchCreate } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { ConfirmDialog } from "../../../ui/dialogs/ConfirmDialog";
import { lazyComponent } from "../../../ui/lazyComponent";
import { choicesOf, linkPart } from "./matchCalls";
import type { useDecision } from "./useDecision";

const RecordSearch = lazyComponent(async () => (await import("./RecordSearch")).RecordSearch);

type Props = {
  match: Match;
  deciding: ReturnType<typeof useDecision>;
  /** Both are one that Régie does not know yet, which is still to be said. */
  onNew: (records: MatchCreate["records"]) => void;
  onClose: () => void;
};

export function SearchDialog({ match, deciding, onNew, onClose }: Props) {
  const t = useTranslate();
  const [record, setRecord] = useState<MatchCandidate | null>(null);
  const [missed, setMissed] = useState(false);
  const { name, target, kind } = match;
  const confirm = async () => {
    if (record === null) {
      setMissed(true);
    } else if (target === null) {
      onNew(choicesOf([...match.records, record]));
    } else {
      const words = t("matching.done.linked", { name: record.name, target: name });
      await deciding.run(() => linkPart(match, record), words);
      onClose();
    }
  };
  return (
    <ConfirmDialog
      opened
      isHarmless
      busy={deciding.busy}
      title={t("matching.dialog.search", { name })}
      detail={t(target ? "matching.search.known" : `matching.search.new.${kind}`)}
      cancelLabel={t("common.cancel")}
      confirmLabel={t(target ? "matching.search.link" : "matching.search.next")}
      onCancel={onClose}
      onConfirm={() => void confirm()}
    >
      <div style={{ marginTop: 16 }}>
        <RecordSearch match={match} value={record} missed={missed} onChange={setRecord} />
      </div>
    </ConfirmDialog>
  );
}
