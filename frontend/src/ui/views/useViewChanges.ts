// Saves, changes, shares, pins and removes views, and reports the result.

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "../../api/client";
import { ApiError } from "../../api/errors";
import { resourceKey } from "../../api/queries";
import type { SavedView } from "../../api/types";
import { translate, useTranslate } from "../../i18n/translate";
import { showToast } from "../../lib/toasts";
import { showUndoToast } from "../actions/undoToast";
import { defaultViewsQuery, VIEWS_PATH } from "./savedViews";

export type NewView = Pick<SavedView, "list_name" | "name" | "query" | "is_default" | "is_shared">;
type Change = {
  view: SavedView;
  changes: Partial<Pick<SavedView, "name" | "query" | "is_shared">>;
  done: string;
};

/** The form shows validation errors under its field. */
const SHOWN_IN_FORM = { expect: [422] };

export function useRefreshViews() {
  const client = useQueryClient();
  return async () => {
    await Promise.all([
      client.invalidateQueries({ queryKey: resourceKey(VIEWS_PATH) }),
      client.invalidateQueries({ queryKey: defaultViewsQuery.queryKey, refetchType: "all" }),
    ]);
  };
}

const isDeleted = (error: Error) => error instanceof ApiError && error.status === 404;

function showDeleted(error: Error): void {
  if (isDeleted(error))
    showToast({ kind: "error", summary: translate("views.gone_now"), detail: "" });
}

/** Errors that the form does not show: a newer version, a deleted view, too many shared views. */
function showChangeError(error: Error, { changes }: Change): void {
  showDeleted(error);
  if (!(error instanceof ApiError)) return;
  if (error.status === 409)
    showToast({ kind: "error", summary: error.message, detail: translate("views.changed") });
  if (error.status === 422 && changes.name === undefined) {
    const reasons = Object.values(error.errors).flat().join(" ");
    const [summary, detail] =
      error.code === "shared_views_full" ? [reasons, error.message] : [error.message, reasons];
    showToast({ kind: "error", summary, detail });
  }
}

export function useViewChanges() {
  const t = useTranslate();
  const onSettled = useRefreshViews();
  const create = useMutation({
    mutationFn: (view: NewView) => api.post(VIEWS_PATH, view, SHOWN_IN_FORM),
    onSuccess: (_, { name }) => showToast({ kind: "success", summary: t("views.saved", { name }) }),
    onSettled,
  });
  const change = useMutation({
    mutationFn: ({ view, changes }: Change) =>
      api.patch(
        `${VIEWS_PATH}/{id}`,
        { ...changes, version: view.version },
        { params: { id: view.api_id }, expect: [404, 409, 422] },
      ),
    onSuccess: (_, { done }) => showToast({ kind: "success", summary: done }),
    onError: showChangeError,
    onSettled,
  });
  const pin = useMutation({
    mutationFn: async ({ api_id, is_default }: SavedView) => {
      const path = `${VIEWS_PATH}/{id}/default` as const;
      const options = { params: { id: api_id }, expect: [404] };
      if (is_default) await api.delete(path, options);
      else await api.put(path, undefined, options);
    },
    onSuccess: (_, { name, is_default }) => {
      const summary = t(is_default ? "views.starts_no_more" : "views.starts", { name });
      showToast({ kind: "success", summary });
    },
    onError: showDeleted,
    onSettled,
  });
  const remove = useMutation({
    mutationFn: (view: SavedView) =>
      api
        .delete(`${VIEWS_PATH}/{id}`, { params: { id: view.api_id }, expect: [404] })
        .catch((error: Error) => {
          // Already deleted, as intended.
          if (!isDeleted(error)) throw error;
        }),
    onSuccess: (_, view) => {
      const { list_name, name, query, is_default, is_shared } = view;
      const summary = t("views.removed", { name });
      // A shared view has no undo: other users lost it, and restoring would create a different one.
      if (is_shared) return showToast({ kind: "success", summary });
      showUndoToast(summary, () => {
        // The server refuses the undo when its name is in use again, and the page shows the error.
        const restored = { list_name, name, query, is_default };
        void api.post(VIEWS_PATH, restored).then(onSettled, onSettled);
      });
    },
    onSettled,
  });
  return { create, change, pin, remove };
}
