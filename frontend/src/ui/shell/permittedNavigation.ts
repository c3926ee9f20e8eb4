// The entries of the sidebar that a user may open.
import type { CurrentUser } from "../../api/types";
import { canAny, isAdmin } from "../../session/permissions";
import type { Destination, DestinationGroup } from "./destination";
import { NAVIGATION } from "./navigation";

/** An entry of one user: where it leads, and the pages below it. */
export type MenuEntry = Destination & {
  group?: DestinationGroup["id"];
  pages: readonly Destination[];
};

export function permittedNavigation(user: CurrentUser): readonly MenuEntry[] {
  const canOpen = ({ requires, adminOnly }: Destination) =>
    (requires === undefined || canAny(user, [requires].flat())) && (isAdmin(user) || !adminOnly);
  return NAVIGATION.flatMap((entry): MenuEntry[] => {
    if (!("pages" in entry)) return canOpen(entry) ? [{ ...entry, pages: [] }] : [];
    const { id, label, icon, own } = entry;
    const pages = entry.pages.filter(canOpen);
    const [first] = pages;
    if (own && canOpen(own)) return [{ ...own, group: id, pages }];
    if (first === undefined) return [];
    // A group of one page would hide its name.
    if (pages.length === 1) return [{ ...first, pages: [] }];
    return [{ ...first, label, icon, group: id, pages }];
  });
}

/** Every page that the user may open, each once, with its own name. */
export function permittedPages(user: CurrentUser): readonly Destination[] {
  return permittedNavigation(user).flatMap((entry) => {
    const isOwnPage = !entry.pages.some(({ to }) => to === entry.to);
    return isOwnPage ? [entry, ...entry.pages] : entry.pages;
  });
}

/** The pages of the settings that the user may open. */
export function permittedSettings(user: CurrentUser): readonly Destination[] {
  const settings = permittedNavigation(user).find(({ group }) => group === "settings");
  return settings?.pages ?? [];
}
