// The button to record the loss of a retainer.
import { IconCircleX } from "@tabler/icons-react";
import { useTranslate } from "../../../i18n/translate";
import { ButtonLink } from "../../../ui/links/ButtonLink";

export function RecordChurn({ project }: { project: string }) {
  const t = useTranslate();
  return (
    <ButtonLink
      to="/projects/$id/churn"
      params={{ id: project }}
      variant="default"
      leftSection={<IconCircleX size={16} aria-hidden />}
    >
      {t("churns.record_action")}
    </ButtonLink>
  );
}
