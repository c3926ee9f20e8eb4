// What the user may create, in the order of the menu.
import {
  IconAward,
  IconBriefcase,
  IconCirclePlus,
  IconCircleX,
  IconHeart,
  IconId,
  IconRefresh,
  IconSquareCheck,
  IconTarget,
  IconUserPlus,
  IconUsersGroup,
  type TablerIcon,
} from "@tabler/icons-react";
import { useCurrentUser } from "../../../session/currentUser";
import { usePermissions } from "../../../session/permissions";
import type { Target } from "./entry";

/** Opens dialogs that other features provide. */
export type DialogOpeners = { onGive: () => void; onChurn: () => void };

export type Creation = {
  name: CreationName;
  icon: TablerIcon;
  /** Too rare for the menu of the header; the palette has it. */
  isRare?: boolean;
} & ({ target: Target } | { run: () => void });

type CreationName =
  | "client"
  | "fixed"
  | "sell_extra"
  | "retainer"
  | "record_churn"
  | "goal"
  | "give"
  | "user"
  | "employee"
  | "team"
  | "core_value";

const project = (kind: "fixed" | "oos" | "retainer"): { target: Target } => ({
  target: { to: "/projects/create", search: { kind } },
});

export function useCreations({ onGive, onChurn }: DialogOpeners): Creation[] {
  const { can, isAdmin } = usePermissions();
  const { impersonator } = useCurrentUser();
  const mayCreateProjects = can("projects.create");
  // Recognition is personal: it is not available during impersonation.
  const mayGive = can("awards.give") && impersonator === undefined;
  const editNew = (to: string): { target: Target } => ({ target: { to, search: { edit: "new" } } });
  const adminPage = (to: string): { target: Target } => ({ target: { to: `/admin/${to}/create` } });
  const all: [boolean, Creation][] = [
    [can("clients.create"), { name: "client", icon: IconBriefcase, ...editNew("/clients") }],
    [mayCreateProjects, { name: "fixed", icon: IconSquareCheck, ...project("fixed") }],
    [mayCreateProjects, { name: "retainer", icon: IconRefresh, ...project("retainer") }],
    [mayCreateProjects, { name: "sell_extra", icon: IconCirclePlus, ...project("oos") }],
    [can("churns.record"), { name: "record_churn", icon: IconCircleX, run: onChurn }],
    [can("goals.edit"), { name: "goal", icon: IconTarget, ...editNew("/goals") }],
    [mayGive, { name: "give", icon: IconAward, run: onGive }],
    [isAdmin && can("users.create"), { name: "user", icon: IconUserPlus, ...adminPage("users") }],
    [
      isAdmin && can("employees.create"),
      { name: "employee", icon: IconId, isRare: true, ...adminPage("employees") },
    ],
    [
      isAdmin && can("teams.edit"),
      { name: "team", icon: IconUsersGroup, isRare: true, ...adminPage("teams") },
    ],
    [
      isAdmin && can("core_values.edit"),
      { name: "core_value", icon: IconHeart, isRare: true, ...adminPage("core-values") },
    ],
  ];
  return all.flatMap(([isAllowed, creation]) => (isAllowed ? [creation] : []));
}
