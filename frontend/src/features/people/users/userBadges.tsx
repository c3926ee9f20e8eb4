// Badges of a user's roles and sign-in methods.
import { Group } from "@mantine/core";
import { IconBrandGoogle, IconShieldCheck } from "@tabler/icons-react";
import type { Role } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { useEnumOptions } from "../../../session/enumOptions";
import { Absent } from "../../../ui/display/Absent";
import { Badge } from "../../../ui/display/Badge";
import classes from "../../../ui/ui.module.css";
import { ROLES } from "./usersList";

const ADMINISTRATORS: readonly Role[] = ["super_admin", "admin"];

/** In order of rank; administrators' roles are highlighted. */
export function RoleBadges({ roles }: { roles: readonly string[] }) {
  const { label } = useEnumOptions();
  if (roles.length === 0) return <Absent />;
  return (
    <Group gap={4}>
      {ROLES.filter((role) => roles.includes(role)).map((role) => (
        <Badge key={role} tone={ADMINISTRATORS.includes(role) ? "info" : "neutral"}>
          {label("role", role)}
        </Badge>
      ))}
    </Group>
  );
}

export function SecondFactorBadge({ on }: { on: boolean }) {
  const t = useTranslate();
  if (!on) return t("users.factor.off");
  return (
    <Badge tone="success" icon={<IconShieldCheck size={14} aria-hidden />}>
      {t("users.factor.on")}
    </Badge>
  );
}

export function GoogleBadge({ linked }: { linked: boolean }) {
  const t = useTranslate();
  if (!linked) return <span className={classes.figure}>{t("users.google.off")}</span>;
  return <Badge icon={<IconBrandGoogle size={14} aria-hidden />}>{t("users.google.on")}</Badge>;
}
