// Notes that a view was opened, once a day, so that those nobody opens any more can be found.
import { useEffect } from "react";
import { api } from "../../api/client";
import type { SavedView } from "../../api/types";
import { businessDay } from "../../lib/dates";
import { useCurrentUser } from "../../session/currentUser";
import { useRefreshViews } from "./useViewChanges";

export function useNoteUse(view: SavedView | undefined): void {
  const { timezone } = useCurrentUser();
  const refresh = useRefreshViews();
  const id = view?.api_id;
  const isNoted = !view || view.last_used_on >= businessDay(new Date(), timezone);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per view that is opened, however often it is drawn.
  useEffect(() => {
    if (isNoted || id === undefined) return;
    // Nobody asked for this: where it fails, the next who opens the view notes it.
    const noting = api.put("/saved-views/{id}/use", undefined, { params: { id }, expect: "any" });
    noting.then(refresh, () => undefined);
  }, [id, isNoted]);
}
