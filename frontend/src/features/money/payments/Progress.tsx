// How far a project is against how much of it is billed: two bars, and what they mean together in words.
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
  const { amount, billed, budget_hours: budget, hours_logged: hours } = project;
  const done = project.budget_percent;
  const share = project.billed_percent ?? null;
  const billedOf = amount &&
    billed && {
      billed: formatMoney(billed, locale),
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
        share={share}
        words={billedOf ? t("payments.progress.billed_of", billedOf) : ""}
      />
      <Verdict done={done} billed={share} />
    </Section>
  );
}

function Verdict({ done, billed }: { done: string | null; billed: string | null }) {
  const t = useTranslate();
  if (done === null || billed === null) return null;
  const ahead = Math.round(Number(billed) - Number(done));
  const key = ahead > 0 ? "ahead" : ahead < 0 ? "behind" : "even";
  return (
    <Text size="sm" mt="sm">
      {t(`payments.progress.${key}`, { points: Math.abs(ahead) })}
    </Text>
  );
}

type ShareProps = { label: string; share: string | null; words: string };

function Share({ label, share, words }: ShareProps) {
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
          {words}
        </Text>
      </Group>
      {share !== null && <Bullet label={`${label} ${text}`} used={Number(share)} available={100} />}
    </div>
  );
}
