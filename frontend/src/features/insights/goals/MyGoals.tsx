// The user's own goals; users without an employee record have none.
import { useTranslate } from "../../../i18n/translate";
import { usePermissions } from "../../../session/permissions";
import { EmptyState } from "../../../ui/feedback/EmptyState";
import { GoalSections } from "./GoalSections";

export function MyGoals() {
  const t = useTranslate();
  const { isEmployee } = usePermissions();
  if (!isEmployee)
    return <EmptyState title={t("goals.not_staff.title")} detail={t("goals.not_staff.detail")} />;
  const empty = { title: t("goals.none_mine.title"), detail: t("goals.none_mine.detail") };
  return <GoalSections empty={empty} />;
}
