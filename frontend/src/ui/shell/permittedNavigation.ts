// The entries of the sidebar that a user may open.
import type { CurrentUser } from "../../api/types";
import { can, isAdmin } from "../../session/permissions";
import { type Destination, NAVIGATION, type NavigationGroup } from "./navigation";

export function permittedNavigation(user: CurrentUser): readonly NavigationGroup[] {
  const canOpen = ({ requires, adminOnly, exceptAdmins }: Destination) =>
    (requires === undefined || can(user, requires)) && !(isAdmin(user) ? exceptAdmins : adminOnly);
  return NAVIGATION.map((group) => ({
    ...group,
    destinations: group.destinations.filter(canOpen),
  })).filter(({ destinations }) => destinations.length > 0);
}
