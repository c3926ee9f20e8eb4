// Columns and filters that several lists share.

export function hideByDefault<Column extends object>(column: Column): Column & { hidden: true } {
  return { ...column, hidden: true };
}

export const numberColumn = {
  id: "number",
  label: "projects.field.number",
  sort: "number",
  text: true,
  hidden: true,
} as const;
export const clientColumn = {
  id: "client",
  label: "projects.field.client",
  sort: "client",
} as const;
export const statusColumn = {
  id: "status",
  label: "projects.field.status",
  sort: "status",
} as const;
export const managerColumn = {
  id: "account_manager",
  label: "projects.field.account_manager",
  text: true,
} as const;
export const amountColumn = {
  id: "amount",
  label: "projects.field.amount",
  sort: "amount",
  align: "end",
  requires: "projects.money",
} as const;
export const hoursColumn = {
  id: "hours_logged",
  label: "projects.field.hours_logged",
  sort: "hours_logged",
  align: "end",
} as const;
export const soldOnColumn = {
  id: "sold_on",
  label: "projects.field.sold_on",
  sort: "sold_on",
} as const;
export const oosTypeColumn = {
  id: "oos_type",
  label: "projects.field.oos_type",
  hidden: true,
} as const;

export const clientFilter = {
  kind: "reference",
  id: "client",
  label: "projects.field.client",
  path: "/clients",
} as const;
export const managerFilter = {
  kind: "reference",
  id: "account_manager",
  label: "projects.field.account_manager",
  path: "/account-managers",
} as const;
export const oosTypeFilter = {
  kind: "choice",
  id: "oos_type",
  label: "projects.field.oos_type",
  enumName: "oos_type",
  multiple: true,
} as const;
export const soldFilter = {
  kind: "dates",
  id: "sold",
  label: "projects.field.sold_on",
  from: "sold_from",
  to: "sold_to",
} as const;
