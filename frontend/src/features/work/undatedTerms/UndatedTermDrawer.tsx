// One undated term in a drawer: what is known, and the decision.
import "@mantine/core/styles/Skeleton.css";
import { Button, Group, Skeleton, Stack } from "@mantine/core";
import { IconCalendarCheck, IconX } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { optionalItemQuery } from "../../../api/queries";
import type { UndatedTerm } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { type Fact, Facts } from "../../../ui/details/Facts";
import { SideDrawer } from "../../../ui/dialogs/SideDrawer";
import { DateText, RelativeText } from "../../../ui/display/DateText";
import { LoadFailure } from "../../../ui/feedback/LoadFailure";
import { lazyComponent } from "../../../ui/lazyComponent";
import { ClientLink, ProjectLink } from "../../../ui/links/RecordLinks";
import { EnumLabel, UndatedTermState, useUndatedTermName } from "./undatedTermCells";

const DateTerm = lazyComponent(async () => (await import("./UndatedTermForms")).DateTerm);
const DismissTerm = lazyComponent(async () => (await import("./UndatedTermForms")).DismissTerm);

export function UndatedTermDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useTranslate();
  const nameOf = useUndatedTermName();
  const { data, isError, error, refetch } = useQuery(optionalItemQuery("/undated-terms/{id}", id));
  return (
    <SideDrawer
      title={data ? nameOf(data) : t("undated_terms.title")}
      width="max(32vw, 440px)"
      onClose={onClose}
    >
      {data && (
        <Stack gap="lg">
          {data.state === "open" && <Decision term={data} name={nameOf(data)} />}
          <TermFacts term={data} />
        </Stack>
      )}
      {!data &&
        (isError ? <LoadFailure retry={refetch} error={error} /> : <Skeleton height={320} />)}
    </SideDrawer>
  );
}

function Decision({ term, name }: { term: UndatedTerm; name: string }) {
  const t = useTranslate();
  const [form, setForm] = useState<"date" | "dismiss" | null>(null);
  const closeForm = () => setForm(null);
  return (
    <Group gap="xs">
      <Button
        size="xs"
        leftSection={<IconCalendarCheck size={14} aria-hidden />}
        onClick={() => setForm("date")}
      >
        {t("undated_terms.date.open")}
      </Button>
      <Button
        variant="default"
        size="xs"
        leftSection={<IconX size={14} aria-hidden />}
        onClick={() => setForm("dismiss")}
      >
        {t("undated_terms.dismiss.open")}
      </Button>
      {form === "date" && <DateTerm term={term} name={name} onClose={closeForm} />}
      {form === "dismiss" && <DismissTerm term={term} name={name} onClose={closeForm} />}
    </Group>
  );
}

function TermFacts({ term }: { term: UndatedTerm }) {
  const t = useTranslate();
  const known: Fact[] = [
    {
      label: t("undated_terms.field.state"),
      value: <UndatedTermState state={term.state} />,
    },
    {
      label: t("time_entries.field.project"),
      value: term.project && <ProjectLink project={term.project} />,
    },
    { label: t("time_entries.field.client"), value: <ClientLink client={term.client} /> },
    {
      label: t("undated_terms.field.cause"),
      value: <EnumLabel enumName="undated_term_cause" value={term.cause} />,
    },
    { label: t("undated_terms.field.names"), value: term.names },
    { label: t("undated_terms.field.earliest_on"), value: <DateText on={term.earliest_on} /> },
    { label: t("undated_terms.field.latest_on"), value: <DateText on={term.latest_on} /> },
  ];
  return <Facts facts={term.decided_at === null ? known : [...known, ...decisionFacts(t, term)]} />;
}

function decisionFacts(t: ReturnType<typeof useTranslate>, term: UndatedTerm): Fact[] {
  return [
    { label: t("undated_terms.field.dated_on"), value: <DateText on={term.dated_on} /> },
    { label: t("undated_terms.field.decision_reason"), value: term.decision_reason },
    { label: t("undated_terms.field.decided_by"), value: term.decided_by?.name },
    {
      label: t("undated_terms.field.decided_at"),
      value: term.decided_at && <RelativeText at={term.decided_at} />,
    },
  ];
}
