// The way from an empty installation to the first figures: each step with what it brings and how far it is.
import "@mantine/core/styles/Progress.css";
import { Button, Progress } from "@mantine/core";
import { IconCircle, IconCircleCheckFilled } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import type { Setup, SetupStep } from "../../../api/types";
import { type Translate, useTranslate } from "../../../i18n/translate";
import { useOfflineReason } from "../../../ui/feedback/useOfflineReason";
import { Section } from "../../../ui/layout/Section";
import { ButtonLink } from "../../../ui/links/ButtonLink";
import uiClasses from "../../../ui/ui.module.css";
import { SampleDataOffer } from "./SampleDataOffer";
import classes from "./SetupSteps.module.css";
import { useHideSetup } from "./useHideSetup";

const TARGETS = {
  organization: { to: "/admin/organization" },
  connections: { to: "/admin/connections" },
  people: { to: "/admin/matching", search: { tab: "person" } },
  clients: { to: "/admin/matching" },
  projects: { to: "/admin/project-proposals" },
  payments: { to: "/reconciliation" },
  invitations: { to: "/admin/users/create" },
} as const;

export function SetupSteps({ setup: { steps } }: { setup: Setup }) {
  const t = useTranslate();
  const offline = useOfflineReason();
  const hide = useHideSetup();
  const done = steps.filter((step) => step.is_done).length;
  const next = steps.find((step) => !step.is_done)?.step;
  const progress = t("setup.progress", { done, total: steps.length });
  return (
    <Section title={t("setup.title")}>
      <div className={classes.progress}>
        <Progress
          value={(100 * done) / steps.length}
          aria-label={progress}
          className={classes.bar}
        />
        <span>{progress}</span>
        <Button
          size="compact-md"
          variant="default"
          {...offline}
          onClick={hide}
          className={classes.hide}
        >
          {t("setup.hide")}
        </Button>
      </div>
      <ol className={classes.steps}>
        {steps.map((step) => (
          <Step key={step.step} step={step} isNext={step.step === next} />
        ))}
      </ol>
      <SampleDataOffer />
    </Section>
  );
}

function Step({ step, isNext }: { step: SetupStep; isNext: boolean }) {
  const t = useTranslate();
  const count = describe(t, step);
  const Icon = step.is_done ? IconCircleCheckFilled : IconCircle;
  return (
    <li className={classes.step}>
      <Icon
        size={20}
        role="img"
        aria-label={t(step.is_done ? "setup.state.done" : "setup.state.open")}
        className={step.is_done ? classes.done : classes.open}
      />
      <div className={classes.text}>
        <Link {...TARGETS[step.step]} className={`${uiClasses.link} ${classes.title}`}>
          {t(`setup.step.${step.step}.title`)}
        </Link>
        {!step.is_done && <span>{t(`setup.step.${step.step}.help`)}</span>}
      </div>
      {count && <span className={classes.count}>{count}</span>}
      {isNext && (
        <ButtonLink {...TARGETS[step.step]} size="compact-md" className={classes.next}>
          {t("setup.continue")}
        </ButtonLink>
      )}
    </li>
  );
}

function describe(t: Translate, { step, done, open }: SetupStep): string {
  if (step === "organization") return "";
  if (step === "connections") return t("setup.connected", { done, total: done + open });
  if (step === "invitations") return t("setup.invited", { count: done });
  if (done + open === 0)
    return t(step === "people" || step === "clients" ? "setup.first" : "setup.before");
  if (step === "payments" && open > 0) return t("setup.payments_counts", { done, open });
  return open === 0 ? t("setup.nothing_open", { done }) : t("setup.counts", { done, open });
}
