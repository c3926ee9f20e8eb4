// Badges of a project: its kind, and whether it is archived.
import { IconArchive } from "@tabler/icons-react";
import { useTranslate } from "../../../i18n/translate";
import { useEnumOptions } from "../../../session/enumOptions";
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
