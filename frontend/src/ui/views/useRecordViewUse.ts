// Records once a day that a view was opened, so that unused views can be found.
import { useEffect } from "react";
import { api } from "../../api/client";
import type { SavedView } from "../../api/types";
import { businessDay } from "../../lib/dates";
import { useCurrentUser } from "../../session/currentUser";
import { useRefreshViews } from "./useViewChanges";

export function useRecordViewUse(view: SavedView | undefined): void {
  const { timezone } = useCurrentUser();
  const refresh = useRefreshViews();
  const id = view?.api_id;
  const isRecorded = !view || view.last_used_on >= businessDay(new Date(), timezone);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per view that is opened, however often it is drawn.
  useEffect(() => {
    if (isRecorded || id === undefined) return;
    // A failure is silent: the next user who opens the view records it.
    const recording = api.put("/saved-views/{id}/use", undefined, {
      params: { id },
      expect: "any",
    });
    recording.then(refresh, () => undefined);
  }, [id, isRecorded]);
}
