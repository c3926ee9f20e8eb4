// The page that lists the rows of a figure.
import type { ScreenSearch } from "../../../ui/links/screenSearch";

const PAGES = {
  "/api/v1/awards": "/recognition",
  "/api/v1/employee-churns": "/churns",
  "/api/v1/employee-goals": "/goals",
  "/api/v1/oos-sales": "/oos-sales",
  "/api/v1/projects": "/projects/retainer",
} as const;

type Page = (typeof PAGES)[keyof typeof PAGES];
export type RowsTarget = { to: Page; search: ScreenSearch };

/** Null when no page shows exactly these rows: projects have one page per kind. */
export function rowsTarget(address: string | null): RowsTarget | null {
  if (address === null) return null;
  const [path = "", query = ""] = address.split("?");
  if (!Object.hasOwn(PAGES, path)) return null;
  const to = PAGES[path as keyof typeof PAGES];
  const parameters = new URLSearchParams(query);
  const kinds = parameters.getAll("kind");
  if (to === "/projects/retainer" && kinds.join() !== "retainer") return null;
  parameters.delete("kind");
  return {
    to,
    search: {
      ...(to === "/goals" && { tab: "all" }),
      ...Object.fromEntries(
        [...parameters.keys()].map((key) => [key, parameters.getAll(key).join(",")]),
      ),
    },
  };
}
