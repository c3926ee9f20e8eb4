// Badges of a project: its kind, its deadline, and whether it is archived.
import { IconAlertTriangle, IconArchive, IconClock } from "@tabler/icons-react";
import type { ProjectRow } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { daysBetween } from "../../../lib/dates";
import { useEnumOptions } from "../../../session/enumOptions";
import { useToday } from "../../../session/today";
import { Badge } from "../../../ui/display/Badge";

export function ArchivedBadge() {
  const t = useTranslate();
  return <Badge icon={<IconArchive size={14} aria-hidden />}>{t("projects.archived")}</Badge>;
}

export function KindName({ kind }: { kind: string }) {
  return useEnumOptions().label("project_kind", kind);
}

export function KindBadge({ kind }: { kind: string }) {
  return (
    <Badge>
      <KindName kind={kind} />
    </Badge>
  );
}

/** The days that unfinished work is late, or until it ends when that is soon. */
export function DeadlineBadge({
  project: { deadline, end_on },
}: {
  project: Pick<ProjectRow, "deadline" | "end_on">;
}) {
  const t = useTranslate();
  const today = useToday();
  if (deadline === null || end_on === null) return null;
  const isLate = deadline === "late";
  const Icon = isLate ? IconAlertTriangle : IconClock;
  return (
    <Badge tone={isLate ? "danger" : "warning"} icon={<Icon size={14} aria-hidden />}>
      {t(`projects.deadline.${deadline}`, { days: Math.abs(daysBetween(today, end_on)) })}
    </Badge>
  );
}
