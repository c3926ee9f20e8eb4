// Where a record that was found is shown; some have no screen for this reader.
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

const OWNERS = { client: "/clients", project: "/projects", employee: "/employees" } as const;

function ownerOf({ owner }: SearchHit, search?: ScreenSearch): Target | null {
  return owner && { to: `${OWNERS[owner.kind]}/${owner.api_id}/view`, ...(search && { search }) };
}

/** Administrators have screens of some kinds that nobody else has. */
export function targetOf(hit: SearchHit, isAdmin: boolean): Target | null {
  const { api_id: id } = hit;
  const beside = (to: string): Target => ({ to, search: { open: id } });
  const places: Record<Kind, () => Target | null> = {
    client: () => ({ to: `/clients/${id}/view` }),
    project: () => ({ to: `/projects/${id}/view` }),
    employee: () => ({ to: `/employees/${id}/view` }),
    team: () =>
      isAdmin ? { to: `/admin/teams/${id}/view` } : { to: "/teams", search: { q: hit.title } },
    invoice: () => beside("/invoices"),
    deal: () => ({ to: "/projects/create", search: { deal: id } }),
    goal: () => beside("/goals"),
    churn: () => beside("/churns"),
    core_value: () =>
      isAdmin
        ? { to: `/admin/core-values/${id}/view` }
        : { to: "/recognition", search: listFilters("/awards", { core_value: id }) },
    attachment: () => ownerOf(hit, { tab: "files" }),
    user: () => ({ to: `/admin/users/${id}/view` }),
  };
  // A kind that only a newer server knows has no screen here.
  const known: Partial<typeof places> = places;
  return known[hit.kind]?.() ?? null;
}
