// Creates the project of a proposal, ignores the proposal, or undoes that, with a message.
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../../api/client";
import { ApiError } from "../../../api/errors";
import type { ProjectProposalRow } from "../../../api/types";
import { translate } from "../../../i18n/translate";
import { showToast } from "../../../lib/toasts";

export type StateChange = "accept" | "ignore" | "undo" | "restore";

const STATES = { accept: "accepted", ignore: "ignored", undo: "open", restore: "open" } as const;

/** Sends no version: a decision about one that was decided already is refused or changes nothing, and can be undone. */
export function useProposalState({ api_id, name }: ProjectProposalRow) {
  const client = useQueryClient();
  const [busy, setBusy] = useState<StateChange>();
  const run = async (change: StateChange) => {
    setBusy(change);
    try {
      await api.patch(
        "/project-proposals/{id}",
        { state: STATES[change] },
        { params: { id: api_id } },
      );
      const summary = translate(`project_proposals.${change}.done`, { name });
      showToast({ kind: "success", summary });
    } catch (error) {
      // The API client shows its message.
      if (!(error instanceof ApiError)) throw error;
    } finally {
      await client.invalidateQueries({ queryKey: ["api"] });
      setBusy(undefined);
    }
  };
  return { busy, run };
}
