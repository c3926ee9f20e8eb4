// The step, result and duration of a synchronization as text.
import type { SyncRun } from "../../../api/types";
import type { MessageKey } from "../../../i18n/keys";
import type { Translate } from "../../../i18n/translate";
import { minutesAndSeconds } from "../../../lib/durations";

type StepName<Key> = Key extends `connections.step.${infer Name}` ? Name : never;
type Step = StepName<MessageKey>;

const STEPS: readonly Step[] = [
  "people",
  "companies",
  "categories",
  "projects",
  "time_entries",
  "stages",
  "owners",
  "archived_deals",
  "deals",
  "contacts",
  "archived_contacts",
  "customers",
  "invoices",
  "payments",
  "credit_memos",
  "changes",
];

function stepLabel(t: Translate, step: string): string {
  return t(`connections.step.${STEPS.find((known) => known === step) ?? "other"}`);
}

/** The current step of a run. */
export function progressText(t: Translate, { step, done, total }: SyncRun["progress"]): string {
  if (step === null) return t("connections.progress.starting");
  if (total === null) return stepLabel(t, step);
  const position = Math.min(done + 1, total);
  return t("connections.progress.step", { step: stepLabel(t, step), position, total });
}

/** "1,204 records read, 3 could not be saved, missing: 49 of 8,407 (Time entries)". */
export function resultText(
  t: Translate,
  {
    status,
    records,
    problems,
    missing,
  }: Pick<SyncRun, "status" | "records" | "problems" | "missing">,
): string {
  if (status === "queued") return t("connections.result.none_yet");
  const parts = [t("connections.result.records", { count: records })];
  if (problems > 0) parts.push(t("connections.result.problems", { count: problems }));
  for (const { kind, count, known } of missing) {
    parts.push(t("connections.result.missing", { count, known, kind: stepLabel(t, kind) }));
  }
  return parts.join(", ");
}

/** Null until the run has ended. */
export function durationText(
  t: Translate,
  { started_at: from, finished_at: to }: Pick<SyncRun, "started_at" | "finished_at">,
): string | null {
  if (from === null || to === null) return null;
  const { minutes, seconds } = minutesAndSeconds(Date.parse(to) - Date.parse(from));
  return minutes === 0
    ? t("connections.lasted.seconds", { seconds })
    : t("connections.lasted.minutes", { minutes, seconds });
}
