// The budget used, the estimate of the work done and the share billed, as bars with a comparison.
import { Group, Text } from "@mantine/core";
import type { Project } from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { formatMoney } from "../../../lib/money";
import { formatHours, formatPercent } from "../../../lib/numbers";
import { Bullet } from "../../../ui/charts/Bullet";
import { Section } from "../../../ui/layout/Section";

export function Progress({ project }: { project: Project }) {
  const t = useTranslate();
  const locale = useLocale();
  const { amount, billed, budget_hours: budget, hours_counted: hours } = project;
  const used = project.budget_percent;
  const done = project.percent_done === null ? null : String(project.percent_done);
  const share = project.billed_percent ?? null;
  const billedValues = amount &&
    billed && {
      billed: formatMoney(billed, locale),
      amount: formatMoney(amount, locale),
    };
  const hoursValues = budget && {
    hours: formatHours(hours, locale),
    budget: formatHours(budget, locale),
  };
  return (
    <Section title={t("payments.progress.title")}>
      <ShareBar
        label={t("payments.progress.used")}
        share={used}
        detail={
          hoursValues
            ? t("payments.progress.used_of", hoursValues)
            : t("payments.progress.no_budget")
        }
      />
      <ShareBar
        label={t("payments.progress.billed")}
        share={share}
        detail={billedValues ? t("payments.progress.billed_of", billedValues) : ""}
      />
      {done !== null && <ShareBar label={t("payments.progress.done")} share={done} detail="" />}
      <Comparison basis={done === null ? "budget" : "work"} share={done ?? used} billed={share} />
    </Section>
  );
}

type ComparisonProps = {
  /** What the billed share is compared with: the estimate of the work done, or the budget used. */
  basis: "work" | "budget";
  share: string | null;
  billed: string | null;
};

function Comparison({ basis, share, billed }: ComparisonProps) {
  const t = useTranslate();
  if (share === null || billed === null) return null;
  const difference = Math.round(Number(billed) - Number(share));
  const key = difference > 0 ? "ahead" : difference < 0 ? "behind" : "even";
  return (
    <Text size="sm" mt="sm">
      {t(`payments.progress.${basis}.${key}`, { points: Math.abs(difference) })}
    </Text>
  );
}

type ShareBarProps = { label: string; share: string | null; detail: string };

function ShareBar({ label, share, detail }: ShareBarProps) {
  const t = useTranslate();
  const locale = useLocale();
  const text = share === null ? t("payments.progress.none") : formatPercent(share, locale);
  return (
    <div style={{ marginTop: 8 }}>
      <Group justify="space-between" mb={4}>
        <Text size="sm">
          <strong>{label}</strong> {text}
        </Text>
        <Text size="sm" c="dimmed">
          {detail}
        </Text>
      </Group>
      {share !== null && <Bullet label={`${label} ${text}`} used={Number(share)} available={100} />}
    </div>
  );
}
