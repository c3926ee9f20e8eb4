// The badge of an archived client.
import { IconArchive } from "@tabler/icons-react";
import { useTranslate } from "../../../i18n/translate";
import { Badge } from "../../../ui/display/Badge";

export function ArchivedBadge() {
  const t = useTranslate();
  return <Badge icon={<IconArchive size={14} aria-hidden />}>{t("clients.archived")}</Badge>;
}
