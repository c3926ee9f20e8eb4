// The page that shows a found record; some kinds have none for this user.
import {
  IconAward,
  IconBriefcase,
  IconCircleX,
  IconFileInvoice,
  IconHeart,
  IconId,
  IconStack2,
  IconTarget,
  IconUsers,
  IconUsersGroup,
  type TablerIcon,
} from "@tabler/icons-react";
import type { SearchHit } from "../../../api/types";
import { listFilters, type ScreenSearch } from "../../../ui/links/screenSearch";
import type { Target } from "./entry";

type Kind = SearchHit["kind"];

export const KIND_ICONS: Readonly<Record<Kind, TablerIcon>> = {
  client: IconBriefcase,
  project: IconStack2,
  employee: IconId,
  team: IconUsersGroup,
  invoice: IconFileInvoice,
  deal: IconAward,
  goal: IconTarget,
  churn: IconCircleX,
  core_value: IconHeart,
  attachment: IconStack2,
  user: IconUsers,
};

const OWNER_PATHS = { client: "/clients", project: "/projects", employee: "/employees" } as const;

function ownerTarget({ owner }: SearchHit, search?: ScreenSearch): Target | null {
  return (
    owner && { to: `${OWNER_PATHS[owner.kind]}/${owner.api_id}/view`, ...(search && { search }) }
  );
}

/** Some kinds have pages for administrators only. */
export function targetOf(hit: SearchHit, isAdmin: boolean): Target | null {
  const { api_id: id } = hit;
  const drawerTarget = (to: string): Target => ({ to, search: { open: id } });
  const targets: Record<Kind, () => Target | null> = {
    client: () => ({ to: `/clients/${id}/view` }),
    project: () => ({ to: `/projects/${id}/view` }),
    employee: () => ({ to: `/employees/${id}/view` }),
    team: () =>
      isAdmin ? { to: `/admin/teams/${id}/view` } : { to: "/teams", search: { q: hit.title } },
    invoice: () => drawerTarget("/invoices"),
    deal: () => ({ to: "/projects/create", search: { deal: id } }),
    goal: () => drawerTarget("/goals"),
    churn: () => drawerTarget("/churns"),
    core_value: () =>
      isAdmin
        ? { to: `/admin/core-values/${id}/view` }
        : { to: "/recognition", search: listFilters("/awards", { core_value: id }) },
    attachment: () => ownerTarget(hit, { tab: "files" }),
    user: () => ({ to: `/admin/users/${id}/view` }),
  };
  // A newer server may return kinds that are unknown here.
  const partialTargets: Partial<typeof targets> = targets;
  return partialTargets[hit.kind]?.() ?? null;
}
