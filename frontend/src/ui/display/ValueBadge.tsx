// A core value: its icon, color and name in the page's language.
import {
  IconBulb,
  IconCompass,
  IconFlame,
  IconHeart,
  IconHeartHandshake,
  IconLeaf,
  IconMessageCircle,
  IconPuzzle,
  IconRocket,
  IconScale,
  IconShield,
  IconSparkles,
  IconStar,
  IconTarget,
  IconTrophy,
  IconUsersGroup,
  type TablerIcon,
} from "@tabler/icons-react";
import type { CoreValue } from "../../api/types";
import { type Locale, useLocale } from "../../i18n/locale";
import classes from "./ValueBadge.module.css";

type ShownValue = Pick<CoreValue, "name_en" | "name_fr" | "icon" | "colour">;

const ICONS: Record<CoreValue["icon"], TablerIcon> = {
  heart: IconHeart,
  star: IconStar,
  bulb: IconBulb,
  rocket: IconRocket,
  team: IconUsersGroup,
  handshake: IconHeartHandshake,
  shield: IconShield,
  target: IconTarget,
  compass: IconCompass,
  leaf: IconLeaf,
  flame: IconFlame,
  trophy: IconTrophy,
  message: IconMessageCircle,
  scale: IconScale,
  puzzle: IconPuzzle,
  sparkles: IconSparkles,
};

export function valueName(value: Pick<CoreValue, "name_en" | "name_fr">, locale: Locale): string {
  return locale === "fr-ca" ? value.name_fr : value.name_en;
}

export function ValueIcon({ icon, size }: { icon: string; size: number }) {
  // An icon that only a newer server knows is shown as a star.
  const iconsByName: Partial<Record<string, TablerIcon>> = ICONS;
  const Icon = iconsByName[icon] ?? IconStar;
  return <Icon size={size} aria-hidden />;
}

export function ValueBadge({ value }: { value: ShownValue }) {
  const locale = useLocale();
  return (
    <span className={classes.value} data-colour={value.colour}>
      <ValueIcon icon={value.icon} size={16} />
      {valueName(value, locale)}
    </span>
  );
}
