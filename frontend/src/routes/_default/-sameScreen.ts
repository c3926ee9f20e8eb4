// Shows a screen at a second URL, in the administrators' area.
import { type AnyRoute, useParams } from "@tanstack/react-router";

/** The options of a route for another URL; the route tree adds the path. */
export function reuseScreen<Screen extends AnyRoute>({ options }: Screen) {
  const validateSearch: Screen["types"]["searchValidator"] = options.validateSearch;
  return { ...options, validateSearch };
}

/** The record id of the URL; `Route.useParams` knows only one route. */
export function useRecordId(): string {
  const { id } = useParams({ strict: false });
  if (id === undefined) throw new Error("The address names no record");
  return id;
}
