// Completes the next step of a note, with an undo.
import { useQueryClient } from "@tanstack/react-query";
import { api } from "../../../api/client";
import { ApiError } from "../../../api/errors";
import type { ClientNote } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { showUndoToast } from "../../../ui/actions/undoToast";

export function useStepDone() {
  const t = useTranslate();
  const queryClient = useQueryClient();
  const change = async (note: ClientNote, done: boolean): Promise<void> => {
    const params = { id: note.client.api_id, note_id: note.api_id };
    const body = { done, version: note.version };
    const { data } = await api.patch("/clients/{id}/notes/{note_id}", body, { params });
    await queryClient.invalidateQueries({ queryKey: ["api"] });
    const step = note.next_step ?? "";
    showUndoToast(
      t(done ? "client_page.note.completed" : "client_page.note.reopened", { step }),
      () => run(data, !done),
    );
  };
  /** The page has already shown an error of the API. */
  const run = (note: ClientNote, done: boolean): void => {
    change(note, done).catch((error: unknown) => {
      if (!(error instanceof ApiError)) throw error;
    });
  };
  return run;
}
