// Shows a screen at a second address, in the administrators' area.
import { type AnyRoute, useParams } from "@tanstack/react-router";

/** A route's options, for a route that differs in its address alone; the route tree gives each its own. */
export function sameScreenAs<Screen extends AnyRoute>({ options }: Screen) {
  const validateSearch: Screen["types"]["searchValidator"] = options.validateSearch;
  return { ...options, validateSearch };
}

/** The record that the address names; `Route.useParams` knows one address only. */
export function useRecordId(): string {
  const { id } = useParams({ strict: false });
  if (id === undefined) throw new Error("The address names no record");
  return id;
}
