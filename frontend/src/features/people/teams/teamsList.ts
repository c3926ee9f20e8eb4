// The lists of teams: for all users, and with filters and saved views for those who edit them.
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

const base = {
  file: { list: "teams" },
  defaultSort: "name",
  requires: "directory.view",
  columns,
} as const;

export const directoryTeamsList = defineList(listTeams, { ...base, filters: [] });

export const teamsList = defineList(listTeams, {
  ...base,
  views: "teams",
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
