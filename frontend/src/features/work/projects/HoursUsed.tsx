// The logged hours of a project, or the hours counted against its budget.
import type { ProjectRow } from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { formatHours } from "../../../lib/numbers";
import { HoursText } from "../../../ui/display/HoursText";

export function HoursUsed({ project }: { project: ProjectRow }) {
  const t = useTranslate();
  const locale = useLocale();
  if (project.kind === "retainer" || project.budget_hours === null) {
    return <HoursText hours={project.hours_logged} />;
  }
  return t("projects.hours_of", {
    used: formatHours(project.hours_counted, locale),
    budget: formatHours(project.budget_hours, locale),
  });
}
