// Where a figure's rows are listed: the page that shows the same list as the call that the figure names.
import type { ScreenSearch } from "../../../ui/links/screenSearch";

const PAGES = {
  "/api/v1/awards": "/recognition",
  "/api/v1/employee-churns": "/churns",
  "/api/v1/employee-goals": "/goals",
  "/api/v1/oos-sales": "/oos-sales",
  "/api/v1/projects": "/projects/retainer",
} as const;

type Page = (typeof PAGES)[keyof typeof PAGES];
export type Rows = { to: Page; search: ScreenSearch };

/** Null where no page shows exactly these rows: projects of all kinds have a page for each kind. */
export function readRows(address: string | null): Rows | null {
  if (address === null) return null;
  const [path = "", query = ""] = address.split("?");
  if (!Object.hasOwn(PAGES, path)) return null;
  const to = PAGES[path as keyof typeof PAGES];
  const asked = new URLSearchParams(query);
  const kinds = asked.getAll("kind");
  if (to === "/projects/retainer" && kinds.join() !== "retainer") return null;
  asked.delete("kind");
  return {
    to,
    search: {
      ...(to === "/goals" && { tab: "all" }),
      ...Object.fromEntries([...asked.keys()].map((key) => [key, asked.getAll(key).join(",")])),
    },
  };
}
