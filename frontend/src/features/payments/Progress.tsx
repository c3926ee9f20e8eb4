// How far a project is against how much of it is billed: two bars, and what they mean together in words.
import { Group, Text } from "@mantine/core";
import type { Money, Project } from "../../api/types";
import { useLocale } from "../../i18n/locale";
import { useTranslate } from "../../i18n/translate";
import { formatMoney } from "../../lib/money";
import { formatHours, formatPercent } from "../../lib/numbers";
import { Section } from "../../ui/Section";
import classes from "../../ui/ui.module.css";

type Props = { project: Project; invoiced: Money };

/** Whole per cent, rounded down; null where there is nothing to measure against. */
function shareOf(part: string, whole: string | null | undefined): number | null {
  if (!whole) return null;
  const [units, of] = [toUnits(part), toUnits(whole)];
  return of === 0n ? null : Number((units * 100n) / of);
}

function toUnits(text: string): bigint {
  const [whole = "0", fraction = ""] = text.split(".");
  return BigInt(whole + fraction.padEnd(4, "0").slice(0, 4));
}

export function Progress({ project, invoiced }: Props) {
  const t = useTranslate();
  const locale = useLocale();
  const { amount, budget_hours: budget, hours_logged: hours } = project;
  const done = shareOf(hours, budget);
  const billed = shareOf(invoiced.amount, amount?.amount);
  const billedOf = amount && {
    billed: formatMoney(invoiced, locale),
    amount: formatMoney(amount, locale),
  };
  const doneOf = budget && {
    hours: formatHours(hours, locale),
    budget: formatHours(budget, locale),
  };
  return (
    <Section title={t("payments.progress.title")}>
      <Share
        label={t("payments.progress.done")}
        share={done}
        words={doneOf ? t("payments.progress.done_of", doneOf) : t("payments.progress.no_budget")}
      />
      <Share
        label={t("payments.progress.billed")}
        share={billed}
        words={billedOf ? t("payments.progress.billed_of", billedOf) : ""}
      />
      <Verdict done={done} billed={billed} />
    </Section>
  );
}

function Verdict({ done, billed }: { done: number | null; billed: number | null }) {
  const t = useTranslate();
  if (done === null || billed === null) return null;
  const ahead = billed - done;
  const key = ahead > 0 ? "ahead" : ahead < 0 ? "behind" : "even";
  return (
    <Text size="sm" mt="sm">
      {t(`payments.progress.${key}`, { points: Math.abs(ahead) })}
    </Text>
  );
}

type ShareProps = { label: string; share: number | null; words: string };

function Share({ label, share, words }: ShareProps) {
  const t = useTranslate();
  const locale = useLocale();
  const text = share === null ? t("payments.progress.none") : formatPercent(String(share), locale);
  return (
    <div style={{ marginTop: 8 }}>
      <Group justify="space-between" mb={4}>
        <Text size="sm">
          <strong>{label}</strong> {text}
        </Text>
        <Text size="sm" c="dimmed">
          {words}
        </Text>
      </Group>
      {share !== null && (
        <div className={classes.bar} role="img" aria-label={`${label} ${text}`}>
          <div
            className={classes.barFill}
            data-over={share > 100}
            style={{ width: `${Math.min(100, share)}%` }}
          />
        </div>
      )}
    </div>
  );
}
