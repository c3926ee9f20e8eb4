// Keeps, changes and removes the reader's own views, and says what was done.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "../../api/client";
import { ApiError } from "../../api/errors";
import type { Item, SavedView } from "../../api/types";
import { translate, useTranslate } from "../../i18n/translate";
import { showToast } from "../../lib/toasts";
import { showUndoToast } from "../undoToast";
import { startingViewsQuery, VIEWS_PATH } from "./savedViews";

type NewView = Pick<SavedView, "list_name" | "name" | "query" | "is_default">;
type Change = { view: SavedView; to: Partial<NewView>; done: string };

/** The server finds the mistakes of a form's field; the form shows them beside it. */
const IN_PLACE = { expect: [422] };

function useRefresh() {
  const client = useQueryClient();
  return async () => {
    await Promise.all([
      client.invalidateQueries({ queryKey: ["api", VIEWS_PATH] }),
      client.invalidateQueries({ queryKey: startingViewsQuery.queryKey, refetchType: "all" }),
    ]);
  };
}

function tellChanged(error: Error): void {
  if (error instanceof ApiError && error.status === 409)
    showToast({ kind: "error", summary: error.message, detail: translate("views.changed") });
}

export function useViewChanges() {
  const t = useTranslate();
  const refresh = useRefresh();
  const create = useMutation({
    mutationFn: (view: NewView) => api.post<Item<SavedView>>(VIEWS_PATH, view, IN_PLACE),
    onSuccess: (_, { name }) => showToast({ kind: "success", summary: t("views.saved", { name }) }),
    onSettled: refresh,
  });
  const change = useMutation({
    mutationFn: ({ view, to }: Change) =>
      api.patch(
        `${VIEWS_PATH}/${view.api_id}`,
        { ...to, version: view.version },
        { expect: [409, 422] },
      ),
    onSuccess: (_, { done }) => showToast({ kind: "success", summary: done }),
    onError: tellChanged,
    onSettled: refresh,
  });
  const remove = useMutation({
    mutationFn: (view: SavedView) => api.delete(`${VIEWS_PATH}/${view.api_id}`),
    onSuccess: (_, { list_name, name, query, is_default }) =>
      showUndoToast(t("views.removed", { name }), () => {
        // A name that was given again meanwhile is refused, and the page says so.
        void api.post(VIEWS_PATH, { list_name, name, query, is_default }).then(refresh, refresh);
      }),
    onSettled: refresh,
  });
  return { create, change, remove };
}
