// The lists of teams as data: the one for everyone, and the administrators' with whom to look for.
import { listTeams } from "../../../api/shapes/listTeams.gen";
import { defineList } from "../../../ui/table/listDescription";

const columns = [
  { id: "name", label: "teams.field.name", sort: "name" },
  {
    id: "representative",
    label: "teams.field.representative",
    sort: "representative",
    text: true,
    requires: "teams.view",
  },
  { id: "users", label: "teams.field.users", requires: "teams.view" },
  { id: "updated_at", label: "teams.field.updated_at", sort: "updated_at", requires: "teams.view" },
  {
    id: "created_at",
    label: "teams.field.created_at",
    sort: "created_at",
    requires: "teams.view",
    hidden: true,
  },
] as const;

const shared = { file: { list: "teams" }, defaultSort: "name", columns } as const;

/** For everyone who signs in: drawn as cards, so that a team is seen with its people and its work. */
export const teamsList = defineList(listTeams, {
  ...shared,
  requires: "directory.view",
  filters: [],
});

export const managedTeamsList = defineList(listTeams, {
  ...shared,
  views: "teams",
  requires: "teams.view",
  filters: [
    { kind: "reference", id: "user", label: "teams.filter.user", path: "/users" },
    {
      kind: "reference",
      id: "representative",
      label: "teams.field.representative",
      path: "/users",
    },
    { kind: "toggle", id: "archived", label: "teams.filter.archived", on: "include" },
  ],
});
