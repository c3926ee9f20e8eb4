// Keeps, changes, shares, pins and removes views, and says what was done.

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "../../api/client";
import { ApiError } from "../../api/errors";
import { resourceKey } from "../../api/queries";
import type { SavedView } from "../../api/types";
import { translate, useTranslate } from "../../i18n/translate";
import { showToast } from "../../lib/toasts";
import { showUndoToast } from "../actions/undoToast";
import { startingViewsQuery, VIEWS_PATH } from "./savedViews";

export type NewView = Pick<SavedView, "list_name" | "name" | "query" | "is_default" | "is_shared">;
type Change = {
  view: SavedView;
  to: Partial<Pick<SavedView, "name" | "query" | "is_shared">>;
  done: string;
};

/** The server finds the mistakes of a form's field; the form shows them beside it. */
const IN_PLACE = { expect: [422] };

export function useRefreshViews() {
  const client = useQueryClient();
  return async () => {
    await Promise.all([
      client.invalidateQueries({ queryKey: resourceKey(VIEWS_PATH) }),
      client.invalidateQueries({ queryKey: startingViewsQuery.queryKey, refetchType: "all" }),
    ]);
  };
}

const isGone = (error: Error) => error instanceof ApiError && error.status === 404;

function tellGone(error: Error): void {
  if (isGone(error)) showToast({ kind: "error", summary: translate("views.gone_now"), detail: "" });
}

/** What a form does not show by itself: another version, a view that went away, a list that has enough shared ones. */
function tellRefused(error: Error, { to }: Change): void {
  tellGone(error);
  if (!(error instanceof ApiError)) return;
  if (error.status === 409)
    showToast({ kind: "error", summary: error.message, detail: translate("views.changed") });
  if (error.status === 422 && to.name === undefined) {
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
    mutationFn: (view: NewView) => api.post(VIEWS_PATH, view, IN_PLACE),
    onSuccess: (_, { name }) => showToast({ kind: "success", summary: t("views.saved", { name }) }),
    onSettled,
  });
  const change = useMutation({
    mutationFn: ({ view, to }: Change) =>
      api.patch(
        `${VIEWS_PATH}/{id}`,
        { ...to, version: view.version },
        { params: { id: view.api_id }, expect: [404, 409, 422] },
      ),
    onSuccess: (_, { done }) => showToast({ kind: "success", summary: done }),
    onError: tellRefused,
    onSettled,
  });
  const pin = useMutation({
    mutationFn: async ({ api_id, is_default }: SavedView) => {
      const path = `${VIEWS_PATH}/{id}/pin` as const;
      const options = { params: { id: api_id }, expect: [404] };
      if (is_default) await api.delete(path, options);
      else await api.put(path, undefined, options);
    },
    onSuccess: (_, { name, is_default }) => {
      const summary = t(is_default ? "views.starts_no_more" : "views.starts", { name });
      showToast({ kind: "success", summary });
    },
    onError: tellGone,
    onSettled,
  });
  const remove = useMutation({
    mutationFn: (view: SavedView) =>
      api
        .delete(`${VIEWS_PATH}/{id}`, { params: { id: view.api_id }, expect: [404] })
        .catch((error: Error) => {
          // Gone already, which is what was wanted.
          if (!isGone(error)) throw error;
        }),
    onSuccess: (_, view) => {
      const { list_name, name, query, is_default, is_shared } = view;
      const summary = t("views.removed", { name });
      // It was asked about first: others had it open, and would not get back the one they knew.
      if (is_shared) return showToast({ kind: "success", summary });
      showUndoToast(summary, () => {
        // A name that was given again meanwhile is refused, and the page says so.
        const again = { list_name, name, query, is_default };
        void api.post(VIEWS_PATH, again).then(onSettled, onSettled);
      });
    },
    onSettled,
  });
  return { create, change, pin, remove };
}
