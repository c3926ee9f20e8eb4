// The lists of teams as data: the one for everyone, and the administrators' with whom to look for.
import type { FilterDescription, ListDescription } from "../../ui/table/listDescription";

const archived: FilterDescription = {
  kind: "toggle",
  id: "archived",
  label: "teams.filter.archived",
  on: "include",
};

const columns: ListDescription["columns"] = [
  { id: "name", label: "teams.field.name", sort: "name" },
  {
    id: "representative",
    label: "teams.field.representative",
    sort: "representative",
    needs: "teams.view",
  },
  { id: "users", label: "teams.field.users", needs: "teams.view" },
  { id: "updated_at", label: "teams.field.updated_at", sort: "updated_at", needs: "teams.view" },
  {
    id: "created_at",
    label: "teams.field.created_at",
    sort: "created_at",
    needs: "teams.view",
    hidden: true,
  },
];

/** For everyone who signs in: drawn as cards, so that a team is seen with its people and its work. */
export const teamsList: ListDescription = {
  path: "/teams",
  file: { list: "teams" },
  defaultSort: "name",
  needs: "directory.view",
  columns,
  filters: [],
};

export const managedTeamsList: ListDescription = {
  ...teamsList,
  views: "teams",
  needs: "teams.view",
  filters: [
    { kind: "reference", id: "user", label: "teams.filter.user", path: "/users" },
    {
      kind: "reference",
      id: "representative",
      label: "teams.field.representative",
      path: "/users",
    },
    archived,
  ],
};
