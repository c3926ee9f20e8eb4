// Badges of teams and members.
import { IconArchive, IconSpeakerphone, IconUserOff } from "@tabler/icons-react";
import { useTranslate } from "../../../i18n/translate";
import { Badge } from "../../../ui/display/Badge";

export function ArchivedBadge() {
  const t = useTranslate();
  return <Badge icon={<IconArchive size={14} aria-hidden />}>{t("teams.archived")}</Badge>;
}

export function RepresentativeBadge() {
  const t = useTranslate();
  return (
    <Badge tone="info" icon={<IconSpeakerphone size={14} aria-hidden />}>
      {t("teams.field.representative")}
    </Badge>
  );
}

export function InactiveBadge() {
  const t = useTranslate();
  return <Badge icon={<IconUserOff size={14} aria-hidden />}>{t("teams.inactive")}</Badge>;
}
