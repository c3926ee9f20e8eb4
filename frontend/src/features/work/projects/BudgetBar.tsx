// How much of a budget of hours is used, as a bar and in words.
import { Group, Text } from "@mantine/core";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { formatHours } from "../../../lib/numbers";
import { Bullet } from "../../../ui/charts/Bullet";

/** Hundredths of an hour, so that hours subtract exactly. */
function hundredths(hours: string): bigint {
  const [whole = "0", fraction = ""] = hours.split(".");
  return BigInt(whole + fraction.padEnd(2, "0").slice(0, 2));
}

function asHours(units: bigint): string {
  const digits = units.toString().padStart(3, "0");
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

export function BudgetBar({ used, budget }: { used: string; budget: string }) {
  const t = useTranslate();
  const locale = useLocale();
  const [spent, whole] = [hundredths(used), hundredths(budget)];
  const over = spent > whole;
  const words = {
    used: formatHours(used, locale),
    budget: formatHours(budget, locale),
  };
  const rest = formatHours(asHours(over ? spent - whole : whole - spent), locale);
  return (
    <div>
      <Group justify="space-between" mb={4}>
        <Text size="sm">{t("projects.hours_of", words)}</Text>
        <Text size="sm" fw={500} {...(over ? { c: "var(--regie-danger-text)" } : {})}>
          {over
            ? t("projects.over_budget", { hours: rest })
            : t("projects.hours_left", { hours: rest })}
        </Text>
      </Group>
      <Bullet
        label={t("projects.budget_used", words)}
        used={Number(used)}
        available={Number(budget)}
      />
    </div>
  );
}
