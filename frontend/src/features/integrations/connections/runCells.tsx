// The cells of the list of synchronizations.
import type { SyncRun } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { serviceName } from "../../../lib/services";
import { Absent } from "../../../ui/display/Absent";
import { RelativeText } from "../../../ui/display/DateText";
import { StatusBadge } from "../../../ui/display/StatusBadge";
import type { CellsOf } from "../../../ui/table/tableModel";
import uiClasses from "../../../ui/ui.module.css";
import type { runsList } from "./runsList";
import { durationText, resultText } from "./runText";

function Duration({ run }: { run: SyncRun }) {
  const t = useTranslate();
  const text = durationText(t, run);
  return text === null ? <Absent /> : <span className={uiClasses.figure}>{text}</span>;
}

function Kind({ run }: { run: SyncRun }) {
  const t = useTranslate();
  if (run.is_first) return t("connections.kind.first");
  return t(run.is_full ? "connections.kind.full" : "connections.kind.changes");
}

function Result({ run }: { run: SyncRun }) {
  return resultText(useTranslate(), run);
}

export const runCells: CellsOf<typeof runsList> = {
  service: (run) => serviceName(run.service),
  status: (run) => <StatusBadge enumName="sync_status" value={run.status} />,
  began: (run) => <RelativeText at={run.started_at ?? run.created_at} />,
  lasted: (run) => <Duration run={run} />,
  kind: (run) => <Kind run={run} />,
  result: (run) => <Result run={run} />,
  trouble: (run) => run.message ?? <Absent />,
};
