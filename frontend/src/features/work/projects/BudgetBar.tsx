// The used share of a budget of hours, as a bar and as text.
import { Group, Text } from "@mantine/core";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { formatHours } from "../../../lib/numbers";
import { Bullet } from "../../../ui/charts/Bullet";

/** Hundredths of an hour, for exact subtraction. */
function toHundredths(hours: string): bigint {
  const [integer = "0", fraction = ""] = hours.split(".");
  return BigInt(integer + fraction.padEnd(2, "0").slice(0, 2));
}

function toHours(hundredths: bigint): string {
  const digits = hundredths.toString().padStart(3, "0");
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

export function BudgetBar({ used, budget }: { used: string; budget: string }) {
  const t = useTranslate();
  const locale = useLocale();
  const [usedUnits, budgetUnits] = [toHundredths(used), toHundredths(budget)];
  const isOver = usedUnits > budgetUnits;
  const values = {
    used: formatHours(used, locale),
    budget: formatHours(budget, locale),
  };
  const difference = formatHours(
    toHours(isOver ? usedUnits - budgetUnits : budgetUnits - usedUnits),
    locale,
  );
  return (
    <div>
      <Group justify="space-between" mb={4}>
        <Text size="sm">{t("projects.hours_of", values)}</Text>
        <Text size="sm" fw={500} {...(isOver ? { c: "var(--regie-danger-text)" } : {})}>
          {isOver
            ? t("projects.over_budget", { hours: difference })
            : t("projects.hours_left", { hours: difference })}
        </Text>
      </Group>
      <Bullet
        label={t("projects.budget_used", values)}
        used={Number(used)}
        available={Number(budget)}
      />
    </div>
  );
}
