// The dated terms of a retainer as a timeline, future ones included, and the actions that record them.
import "@mantine/core/styles/Skeleton.css";
import { Button, Group, Skeleton, Stack } from "@mantine/core";
import { IconArrowForwardUp, IconClock, IconReceipt } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { itemQuery } from "../../../api/queries";
import type { Project, ProjectTerm, ProjectTerms } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { useToday } from "../../../session/today";
import { OverflowMenu } from "../../../ui/actions/OverflowMenu";
import { LoadFailure } from "../../../ui/feedback/LoadFailure";
import { Section } from "../../../ui/layout/Section";
import { RemoveTerm } from "./RemoveTerm";
import { TermDialog } from "./TermDialog";
import { TermRows } from "./TermRows";
import { actionOf, type TermAction } from "./termFields";
import { useTermName } from "./useTermName";

type Props = { project: Project };
/** The icons of the actions that stand in the menu. */
const IN_MENU: Partial<Record<TermAction, ReactNode>> = {
  included_hours: <IconClock size={16} aria-hidden />,
  rollover: <IconArrowForwardUp size={16} aria-hidden />,
  overage_rate: <IconReceipt size={16} aria-hidden />,
};
type Opened = { action: TermAction; corrected?: ProjectTerm } | { removed: ProjectTerm } | null;

export function TermsPanel({ project }: Props) {
  const { data, isError, refetch } = useQuery(itemQuery("/projects/{id}/terms", project.api_id));
  if (data === undefined)
    return isError ? <LoadFailure retry={refetch} /> : <Skeleton height={320} />;
  return <Timeline project={project} terms={data} />;
}

/** The actions that the retainer's terms and the user's rights allow; the fee is changed from the title of the page. */
function allowedActions(
  project: Project,
  terms: readonly ProjectTerm[],
): Exclude<TermAction, "fee">[] {
  const isOver = project.status !== "active" && project.status !== "on_hold";
  if (isOver) return [];
  const ran = terms.filter(({ name, state }) => name === "state" && state !== "ended");
  const isPaused = ran.at(-1)?.state === "on_hold";
  const values = ["included_hours", "rollover", "overage_rate"] as const;
  const states = [isPaused ? "resume" : "pause", "end"] as const;
  return [...values, ...states].filter((action) => mayChange(project, action));
}

/** Fees and overage rates are billing data, which more roles may change. */
function mayChange(project: Project, name: TermAction | "state"): boolean {
  const isBilling = name === "fee" || name === "overage_rate";
  return project.can.includes("edit") || (isBilling && project.can.includes("edit_billing"));
}

function Timeline({ project, terms: read }: Props & { terms: ProjectTerms }) {
  const t = useTranslate();
  const today = useToday();
  const [opened, setOpened] = useState<Opened>(null);
  const close = () => setOpened(null);
  const nameOf = useTermName();
  const { terms, version } = read;
  const canEdit = (term: ProjectTerm) => term.can_change && mayChange(project, term.name);
  const allowed = allowedActions(project, terms);
  return (
    <Section title={t("terms.history")}>
      <Stack gap="md">
        <Group gap="xs">
          {allowed
            .filter((action) => !(action in IN_MENU))
            .map((action) => (
              <Button key={action} variant="default" onClick={() => setOpened({ action })}>
                {t(`terms.action.${action}`)}
              </Button>
            ))}
          <OverflowMenu
            name={t("terms.history")}
            actions={allowed
              .filter((action) => action in IN_MENU)
              .map((action) => ({
                label: t(`terms.action.${action}`),
                icon: IN_MENU[action],
                run: () => setOpened({ action }),
              }))}
          />
        </Group>
        <TermRows
          terms={terms}
          canEdit={canEdit}
          onEdit={(term) => setOpened({ action: actionOf(term), corrected: term })}
          onRemove={(term) => setOpened({ removed: term })}
        />
      </Stack>
      {opened && "action" in opened && (
        <TermDialog
          id={project.api_id}
          version={version}
          currency={project.currency}
          interval={project.billing_interval ?? "month"}
          action={opened.action}
          {...(opened.corrected ? { corrected: opened.corrected } : {})}
          day={today}
          onClose={close}
        />
      )}
      {opened && "removed" in opened && (
        <RemoveTerm
          id={project.api_id}
          version={version}
          name={opened.removed.name}
          day={opened.removed.effective_from}
          title={nameOf(opened.removed)}
          onClose={close}
        />
      )}
    </Section>
  );
}
