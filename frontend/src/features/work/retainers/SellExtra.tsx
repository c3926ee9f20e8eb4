// The link to sell extra hours of a running retainer, for users who may create projects.
import { IconPlus } from "@tabler/icons-react";
import type { Burn } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { usePermissions } from "../../../session/permissions";
import { ButtonLink } from "../../../ui/links/ButtonLink";

type Props = {
  burn: Pick<Burn, "api_id" | "status" | "project">;
  size?: "sm" | "compact-sm";
};

export function SellExtra({ burn: { api_id, status, project }, size = "sm" }: Props) {
  const t = useTranslate();
  const { can } = usePermissions();
  if (status !== "active" || !can("projects.create")) return null;
  const label = t("oos_sales.sell");
  return (
    <ButtonLink
      to="/projects/create"
      search={{ kind: "oos", parent: api_id }}
      size={size}
      leftSection={<IconPlus size={16} aria-hidden />}
      aria-label={`${label} (${project.name})`}
    >
      {label}
    </ButtonLink>
  );
}
