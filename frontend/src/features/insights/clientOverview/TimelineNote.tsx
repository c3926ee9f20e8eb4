// A note in the timeline: its kind and text, its next step, and the actions on it.
import { Button } from "@mantine/core";
import { IconArrowRight, IconPencil, IconRotate, IconTrash } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { api } from "../../../api/client";
import type { ClientNote } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { useEnumOptions } from "../../../session/enumOptions";
import { useToday } from "../../../session/today";
import { RecordActions } from "../../../ui/actions/RecordActions";
import type { RecordAction } from "../../../ui/actions/recordAction";
import { DateText } from "../../../ui/display/DateText";
import { changedSearch } from "../../../ui/links/screenSearch";
import classes from "./Timeline.module.css";
import { useStepDone } from "./useStepDone";

const MAX_SHOWN = 400;

export function TimelineNote({ note }: { note: ClientNote }) {
  const t = useTranslate();
  const { label } = useEnumOptions();
  const [isOpen, setOpen] = useState(false);
  const isLong = note.text.length > MAX_SHOWN && !isOpen;
  return (
    <div className={classes.note}>
      <div>
        <p className={classes.words}>
          <strong>{label("client_note_kind", note.kind)}.</strong>{" "}
          {isLong ? `${note.text.slice(0, MAX_SHOWN)}…` : note.text}
        </p>
        {isLong && (
          <Button variant="subtle" size="compact-sm" onClick={() => setOpen(true)}>
            {t("client_page.note.show_all")}
          </Button>
        )}
        {note.next_step !== null && <NextStep note={note} />}
      </div>
      <NoteActions note={note} />
    </div>
  );
}

function NextStep({ note }: { note: ClientNote }) {
  const t = useTranslate();
  const today = useToday();
  const complete = useStepDone();
  const isOpen = note.done_at === null;
  return (
    <p className={classes.step} data-late={(isOpen && (note.next_on ?? "") < today) || undefined}>
      <IconArrowRight size={14} aria-hidden />
      <span>
        {t(isOpen ? "client_page.note.next" : "client_page.note.done_step")}{" "}
        <strong>{note.next_step}</strong>, {note.next_owner?.name}
        {note.next_on !== null && (
          <>
            , <DateText on={note.next_on} />
          </>
        )}
      </span>
      {isOpen && note.can.includes("complete") && (
        <Button
          variant="default"
          size="compact-sm"
          aria-label={t("client_page.note.complete_step", { step: note.next_step ?? "" })}
          onClick={() => complete(note, true)}
        >
          {t("client_page.note.complete")}
        </Button>
      )}
    </p>
  );
}

function NoteActions({ note }: { note: ClientNote }) {
  const t = useTranslate();
  const navigate = useNavigate();
  const complete = useStepDone();
  const params = { id: note.client.api_id, note_id: note.api_id };
  const name = t("client_page.note.name", { day: note.noted_on, author: note.author.name });
  const actions: RecordAction[] = [];
  if (note.can.includes("edit"))
    actions.push({
      label: t("client_page.note.edit"),
      icon: <IconPencil size={16} />,
      open: () =>
        void navigate({
          to: ".",
          search: changedSearch({ edit: note.api_id }),
          resetScroll: false,
        }),
    });
  if (note.can.includes("complete") && note.done_at !== null)
    actions.push({
      label: t("client_page.note.reopen"),
      icon: <IconRotate size={16} />,
      open: () => complete(note, false),
    });
  if (note.can.includes("delete"))
    actions.push({
      label: t("client_page.note.delete"),
      icon: <IconTrash size={16} />,
      danger: true,
      irreversible: {
        run: () => api.delete("/clients/{id}/notes/{note_id}", { params }),
        done: t("client_page.note.deleted"),
        confirmation: {
          title: t("client_page.note.delete_title"),
          detail: t("client_page.note.delete_detail"),
        },
      },
    });
  if (actions.length === 0) return null;
  return (
    <RecordActions
      path="/clients"
      record={{ api_id: note.api_id, name }}
      actions={actions}
      size={28}
    />
  );
}
