// The page that lists the rows of a figure.
import type { RowsQuery } from "../../../ui/figures/RecordRowsDrawer";
import type { ScreenSearch } from "../../../ui/links/screenSearch";

const PAGES = {
  "/api/v1/awards": "/recognition",
  "/api/v1/employee-churns": "/churns",
  "/api/v1/employee-goals": "/goals",
  "/api/v1/oos-sales": "/oos-sales",
  "/api/v1/projects": "/projects/retainer",
  "/api/v1/time-entries": "/time-entries",
} as const;

type Page = (typeof PAGES)[keyof typeof PAGES];
export type RowsTarget = { to: Page; search: ScreenSearch };

const ROWS_PATH = "/api/v1/figure-rows?";

/** The query of the panel of rows; null when the rows have a page. */
export function rowsQuery(address: string | null): RowsQuery | null {
  if (!address?.startsWith(ROWS_PATH)) return null;
  // The server wrote the address for this path.
  return Object.fromEntries(new URLSearchParams(address.slice(ROWS_PATH.length))) as RowsQuery;
}

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
