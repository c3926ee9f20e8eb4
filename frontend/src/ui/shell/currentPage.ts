// Which entry of a navigation the current address belongs to.
import { useLocation } from "@tanstack/react-router";
import type { Destination } from "./destination";

type Page = Pick<Destination, "to">;

/** The administrators' area has copies of some screens under the same entry. */
function withoutArea(path: string): string {
  return path.replace(/^\/admin(?=\/)/, "");
}

export function isWithin(path: string, { to }: Page): boolean {
  const [here, page] = [withoutArea(path), withoutArea(to)];
  return here === page || (page !== "/" && here.startsWith(`${page}/`));
}

/** The page with the longest matching address: the settings of projects are not a project. */
export function pageAt<P extends Page>(path: string, pages: readonly P[]): P | undefined {
  return pages
    .filter((page) => isWithin(path, page))
    .sort((one, other) => withoutArea(other.to).length - withoutArea(one.to).length)[0];
}

export function useCurrentPage<P extends Page>(pages: readonly P[]): P | undefined {
  const path = useLocation({ select: ({ pathname }) => pathname });
  return pageAt(path, pages);
}
