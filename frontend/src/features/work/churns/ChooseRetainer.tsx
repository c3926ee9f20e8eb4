// Asks which retainer was lost, then opens the form that records it.
import { useNavigate } from "@tanstack/react-router";
import { useTranslate } from "../../../i18n/translate";
import { useCurrentUser } from "../../../session/currentUser";
import { usePermissions } from "../../../session/permissions";
import { RetainerDialog } from "../../../ui/fields/RetainerDialog";

export function ChooseRetainer({ onClose }: { onClose: () => void }) {
  const t = useTranslate();
  const navigate = useNavigate();
  const user = useCurrentUser();
  const { scope } = usePermissions();
  const isOwn = scope("churns.record") !== "all";
  return (
    <RetainerDialog
      title={t("palette.churn.title")}
      label={t("palette.churn.retainer")}
      submitLabel={t("palette.churn.next")}
      query={isOwn ? { account_manager: user.api_id } : {}}
      onChoose={(id) => {
        onClose();
        void navigate({ to: "/projects/$id/churn", params: { id } });
      }}
      onClose={onClose}
    />
  );
}
