// The dialog to add or change a dated note about a client.
import "@mantine/core/styles/Skeleton.css";
import { Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { dataQuery } from "../../../api/queries";
import type { Client } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { useCurrentUser } from "../../../session/currentUser";
import { useToday } from "../../../session/today";
import { LoadFailure } from "../../../ui/feedback/LoadFailure";
import { FormModal } from "../../../ui/form/FormModal";
import { ResourceForm } from "../../../ui/form/ResourceForm";
import { noteFields } from "./noteFields";

type Props = { client: Client; edit: string; onClose: () => void };

export function NoteDialog({ client, edit, onClose }: Props) {
  const t = useTranslate();
  const title = t(edit === "new" ? "client_page.note.add" : "client_page.note.edit");
  return (
    <FormModal opened title={`${title} · ${client.name}`} onClose={onClose}>
      {edit === "new" ? (
        <NewNote client={client} onClose={onClose} />
      ) : (
        <ExistingNote client={client} note={edit} onClose={onClose} />
      )}
    </FormModal>
  );
}

function NewNote({ client, onClose }: Omit<Props, "edit">) {
  const user = useCurrentUser();
  const today = useToday();
  return (
    <ResourceForm
      formKey={`clients/${client.api_id}/notes/new`}
      path="/clients/{id}/notes"
      params={{ id: client.api_id }}
      fields={noteFields}
      prefill={{
        kind: "call",
        noted_on: today,
        next_owner: { api_id: user.api_id, name: user.name },
      }}
      onSaved={onClose}
      onCancel={onClose}
    />
  );
}

function ExistingNote({ client, note: id, onClose }: Omit<Props, "edit"> & { note: string }) {
  const params = { id: client.api_id, note_id: id };
  // Described here: the code of the overview is not a part of the dialog's.
  const query = dataQuery("/clients/{id}/notes/{note_id}", { params });
  const { data: note, isError, error, refetch } = useQuery(query);
  if (note === undefined)
    return isError ? <LoadFailure retry={refetch} error={error} /> : <Skeleton height={320} />;
  return (
    <ResourceForm
      formKey={`clients/${client.api_id}/notes/${id}`}
      fields={noteFields}
      record={{ ...note, name: note.text }}
      endpoint={{ path: "/clients/{id}/notes/{note_id}", params, method: "patch" }}
      onSaved={onClose}
      onCancel={onClose}
    />
  );
}
