// The dated terms of a record, latest first, and the buttons that record and remove them.
import { ActionIcon, Button, Stack, Text } from "@mantine/core";
import "@mantine/core/styles/ActionIcon.css";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import type { DatedTerm } from "../../api/types";
import { useLocale } from "../../i18n/locale";
import { useTranslate } from "../../i18n/translate";
import { formatDate } from "../../lib/dates";
import { ConfirmDialog } from "../dialogs/ConfirmDialog";
import { Badge } from "../display/Badge";
import { Section } from "../layout/Section";
import classes from "./Terms.module.css";
import { useRecordedOn } from "./useRecordedOn";

type Props = {
  title: string;
  terms: readonly DatedTerm[];
  describe: (term: DatedTerm) => string;
  canRecord: boolean;
  isRemoving: boolean;
  /** What the removal of a term would change. */
  renderRemoval: (term: DatedTerm) => ReactNode;
  onRecord: () => void;
  onRemove: (term: DatedTerm) => void;
};

export function TermTimeline(props: Props) {
  const t = useTranslate();
  const [removed, setRemoved] = useState<DatedTerm | null>(null);
  return (
    <Section title={props.title}>
      <Stack gap="sm">
        <ol className={classes.timeline} aria-label={props.title}>
          {props.terms.map((term) => (
            <li
              key={`${term.term} ${term.reference?.api_id} ${term.effective_from}`}
              className={classes.line}
              data-state={term.state}
            >
              <TermText term={term} text={props.describe(term)} />
              {term.can.includes("remove") && (
                <ActionIcon
                  variant="subtle"
                  color="red"
                  aria-label={t("dated_terms.remove_of", { term: props.describe(term) })}
                  onClick={() => setRemoved(term)}
                >
                  <IconTrash size={16} aria-hidden />
                </ActionIcon>
              )}
            </li>
          ))}
        </ol>
        {props.canRecord && (
          <Button
            variant="default"
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={props.onRecord}
            style={{ alignSelf: "flex-start" }}
          >
            {t("dated_terms.record")}
          </Button>
        )}
      </Stack>
      <ConfirmDialog
        opened={removed !== null}
        busy={props.isRemoving}
        title={t("dated_terms.remove_title")}
        detail={t("dated_terms.remove_detail", { term: removed ? props.describe(removed) : "" })}
        confirmLabel={t("dated_terms.remove")}
        onCancel={() => setRemoved(null)}
        onConfirm={() => {
          if (removed) props.onRemove(removed);
          setRemoved(null);
        }}
      >
        {removed && props.renderRemoval(removed)}
      </ConfirmDialog>
    </Section>
  );
}

function TermText({ term, text }: { term: DatedTerm; text: string }) {
  const t = useTranslate();
  const locale = useLocale();
  const recordedOn = useRecordedOn();
  const day = term.effective_from && formatDate(term.effective_from, locale);
  const source = [
    term.reason,
    term.recorded_by &&
      t("dated_terms.recorded_by", {
        name: term.recorded_by.name,
        day: recordedOn(term.recorded_at),
      }),
  ];
  return (
    <div>
      <Text size="sm">
        {text} {term.state === "future" && <Badge>{t("dated_terms.future")}</Badge>}
        {term.state === "current" && <Badge>{t("dated_terms.current")}</Badge>}
      </Text>
      <Text size="xs" c="dimmed">
        {[
          day ? t("dated_terms.from", { day }) : t("dated_terms.from_start"),
          ...source.filter(Boolean),
        ].join(" · ")}
      </Text>
    </div>
  );
}
