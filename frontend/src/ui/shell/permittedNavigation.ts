// The entries of the sidebar that a user may open.
import type { CurrentUser } from "../../api/types";
import { canAny, isAdmin } from "../../session/permissions";
import type { Destination, NavigationGroup } from "./destination";
import { NAVIGATION } from "./navigation";

export function permittedNavigation(user: CurrentUser): readonly NavigationGroup[] {
  const canOpen = ({ requires, adminOnly, exceptAdmins }: Destination) =>
    (requires === undefined || canAny(user, [requires].flat())) &&
    !(isAdmin(user) ? exceptAdmins : adminOnly);
  return NAVIGATION.map((group) => ({
    ...group,
    destinations: group.destinations.filter(canOpen),
  })).filter(({ destinations }) => destinations.length > 0);
}
