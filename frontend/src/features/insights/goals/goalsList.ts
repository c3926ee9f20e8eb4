// The list of goals: columns and filters.
import { listGoals } from "../../../api/shapes/listGoals.gen";
import { defineList } from "../../../ui/table/listDescription";

export const goalsList = defineList(listGoals, {
  file: { list: "employee-goals" },
  requires: "goals.view",
  defaultSort: "-period_end",
  card: { head: "pace_status", about: ["employee", "period_end"], standing: ["progress"] },
  computed: ["progress"],
  columns: [
    { id: "title", label: "goals.field.title", sort: "title" },
    { id: "employee", label: "goals.field.employee", sort: "employee", text: true },
    { id: "progress", label: "goals.field.progress", help: "goals.help.attainment" },
    { id: "pace_status", label: "goals.field.pace_status", help: "goals.help.pace_status" },
    { id: "current_value", label: "goals.field.current_value", align: "end" },
    { id: "target_value", label: "goals.field.target_value", align: "end" },
    { id: "period_end", label: "goals.field.period_end", sort: "period_end" },
    { id: "status", label: "goals.field.status", sort: "status" },
    { id: "measure", label: "goals.field.measure", hidden: true },
    { id: "period_start", label: "goals.field.period_start", sort: "period_start", hidden: true },
    { id: "weight", label: "goals.field.weight", sort: "weight", align: "end", hidden: true },
    { id: "visibility", label: "goals.field.visibility", hidden: true },
    { id: "last_checked_on", label: "goals.field.last_checked_on", hidden: true },
    { id: "updated_at", label: "goals.field.updated_at", sort: "updated_at", hidden: true },
  ],
  filters: [
    {
      kind: "choice",
      id: "status",
      label: "goals.field.status",
      enumName: "goal_status",
      multiple: true,
    },
    {
      kind: "choice",
      id: "pace",
      label: "goals.field.pace_status",
      enumName: "goal_pace",
      multiple: true,
    },
    { kind: "reference", id: "employee", label: "goals.field.employee", path: "/employees" },
    { kind: "reference", id: "team", label: "goals.field.team", path: "/teams" },
    {
      kind: "choice",
      id: "measure",
      label: "goals.field.measure",
      enumName: "goal_measure",
      multiple: true,
    },
    {
      kind: "choice",
      id: "visibility",
      label: "goals.field.visibility",
      enumName: "goal_visibility",
      multiple: true,
    },
    {
      kind: "dates",
      id: "period",
      label: "goals.field.period",
      from: "period_from",
      to: "period_to",
    },
    { kind: "dates", id: "due", label: "goals.due", from: "due_from", to: "due_to" },
    { kind: "toggle", id: "mine", label: "goals.mine_only", on: "true" },
    { kind: "toggle", id: "followed", label: "goals.followed_only", on: "true" },
  ],
});
