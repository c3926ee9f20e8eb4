// The terms of a retainer as rows, latest first; on a phone as cards.
import { Button, Group, Text } from "@mantine/core";
import { IconPencil, IconTrash } from "@tabler/icons-react";
import type { ProjectTerm } from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { formatDate } from "../../../lib/dates";
import { OverflowMenu } from "../../../ui/actions/OverflowMenu";
import { SmallRows } from "../../../ui/details/SmallRows";
import { Absent } from "../../../ui/display/Absent";
import { Badge } from "../../../ui/display/Badge";
import { DateText } from "../../../ui/display/DateText";
import { useRecordedOn } from "../../../ui/terms/useRecordedOn";
import { useTermName, useTermParts } from "./useTermName";

type Props = {
  terms: readonly ProjectTerm[];
  canEdit: (term: ProjectTerm) => boolean;
  onEdit: (term: ProjectTerm) => void;
  onRemove: (term: ProjectTerm) => void;
};

type ActionsProps = Omit<Props, "terms"> & { term: ProjectTerm };

export function TermRows({ terms, ...actions }: Props) {
  const t = useTranslate();
  const locale = useLocale();
  const nameOf = useTermName();
  const partsOf = useTermParts();
  const recordedBy = useRecordedBy();
  const cardOf = (term: ProjectTerm) => {
    const { label, value } = partsOf(term);
    const since = t("dated_terms.from", { day: formatDate(term.effective_from, locale) });
    return {
      head: (
        <Group gap={6}>
          {label}
          <Upcoming term={term} />
        </Group>
      ),
      actions: <CardActions term={term} {...actions} />,
      lines: [joinTexts(value, term.reason), joinTexts(since, recordedBy(term))].filter(Boolean),
    };
  };
  return (
    <SmallRows
      label={t("terms.history")}
      heads={[
        { label: t("projects.field.effective_from") },
        { label: t("projects.field.term") },
        { label: t("projects.field.reason") },
        { label: t("terms.actions"), align: "end" },
      ]}
      rows={[...terms].reverse().map((term) => ({
        key: `${term.name} ${term.effective_from}`,
        card: cardOf(term),
        cells: [
          <Group key="from" gap={6}>
            <DateText on={term.effective_from} />
            <Upcoming term={term} />
          </Group>,
          nameOf(term),
          <Why key="why" term={term} />,
          <Actions key="actions" term={term} {...actions} />,
        ],
      }))}
    />
  );
}

const joinTexts = (...texts: (string | null | undefined)[]) => texts.filter(Boolean).join(" · ");

function CardActions({ term, canEdit, onEdit, onRemove }: ActionsProps) {
  const t = useTranslate();
  const name = useTermName()(term);
  if (!canEdit(term)) return null;
  const edit = {
    label: t("terms.edit.action"),
    icon: <IconPencil size={16} aria-hidden />,
    run: () => onEdit(term),
  };
  const remove = {
    label: t("terms.remove.action"),
    icon: <IconTrash size={16} aria-hidden />,
    run: () => onRemove(term),
  };
  return <OverflowMenu name={name} actions={term.is_first ? [edit] : [edit, remove]} />;
}

function Upcoming({ term }: { term: ProjectTerm }) {
  const t = useTranslate();
  return term.is_future ? <Badge>{t("projects.fees.upcoming")}</Badge> : null;
}

function Actions({ term, canEdit, onEdit, onRemove }: ActionsProps) {
  const t = useTranslate();
  const name = useTermName()(term);
  if (!canEdit(term)) return null;
  return (
    <Group gap={4} justify="flex-end" wrap="nowrap">
      <Button
        size="compact-sm"
        variant="subtle"
        aria-label={t("terms.edit.label", { term: name })}
        onClick={() => onEdit(term)}
      >
        {t("terms.edit.action")}
      </Button>
      {!term.is_first && (
        <Button
          size="compact-sm"
          variant="subtle"
          aria-label={t("terms.remove.label", { term: name })}
          onClick={() => onRemove(term)}
        >
          {t("terms.remove.action")}
        </Button>
      )}
    </Group>
  );
}

/** Who recorded a term, and on which day; empty where it is not known. */
function useRecordedBy() {
  const t = useTranslate();
  const recordedOn = useRecordedOn();
  return ({ recorded_by, recorded_at }: ProjectTerm) =>
    recorded_by && t("terms.recorded_by", { name: recorded_by.name, day: recordedOn(recorded_at) });
}

function Why({ term }: { term: ProjectTerm }) {
  const recordedBy = useRecordedBy();
  if (!term.reason && !term.recorded_by) return <Absent />;
  return (
    <>
      {term.reason && <Text size="sm">{term.reason}</Text>}
      {term.recorded_by && (
        <Text size="sm" c="dimmed">
          {recordedBy(term)}
        </Text>
      )}
    </>
  );
}
