// A core value as people know it: its icon, its colour and its name in the page's language.
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

type Shown = Pick<CoreValue, "name_en" | "name_fr" | "icon" | "colour">;

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
  // One that only a newer server knows is drawn as a star.
  const known: Partial<Record<string, TablerIcon>> = ICONS;
  const Drawn = known[icon] ?? IconStar;
  return <Drawn size={size} aria-hidden />;
}

export function ValueBadge({ value }: { value: Shown }) {
  const locale = useLocale();
  return (
    <span className={classes.value} data-colour={value.colour}>
      <ValueIcon icon={value.icon} size={16} />
      {valueName(value, locale)}
    </span>
  );
}
