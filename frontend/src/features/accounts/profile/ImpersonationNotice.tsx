// Replaces a personal panel during impersonation.
import { useTranslate } from "../../../i18n/translate";
import { useCurrentUser } from "../../../session/currentUser";
import { EmptyState } from "../../../ui/feedback/EmptyState";

export function ImpersonationNotice() {
  const t = useTranslate();
  const { name } = useCurrentUser();
  return (
    <EmptyState
      title={t("profile.acting.title", { name })}
      detail={t("profile.acting.detail", { name })}
    />
  );
}
