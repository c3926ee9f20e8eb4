// Columns and filters that several lists of work share, described once.
import {
  type ColumnDescription,
  type FilterDescription,
  OWN_CHOICE,
} from "./table/listDescription";

export function hidden(column: ColumnDescription): ColumnDescription {
  return { ...column, hidden: true };
}

export const numberColumn: ColumnDescription = {
  id: "number",
  label: "projects.field.number",
  sort: "number",
  hidden: true,
};
export const clientColumn: ColumnDescription = {
  id: "client",
  label: "projects.field.client",
  sort: "client",
};
export const statusColumn: ColumnDescription = {
  id: "status",
  label: "projects.field.status",
  sort: "status",
};
export const managerColumn: ColumnDescription = {
  id: "account_manager",
  label: "projects.field.account_manager",
};
export const amountColumn: ColumnDescription = {
  id: "amount",
  label: "projects.field.amount",
  sort: "amount",
  align: "end",
  needs: "projects.money",
};
export const hoursColumn: ColumnDescription = {
  id: "hours_logged",
  label: "projects.field.hours_logged",
  sort: "hours_logged",
  align: "end",
};
export const soldOnColumn: ColumnDescription = {
  id: "sold_on",
  label: "projects.field.sold_on",
  sort: "sold_on",
};
export const oosTypeColumn: ColumnDescription = {
  id: "oos_type",
  label: "projects.field.oos_type",
  hidden: true,
};

export const clientFilter: FilterDescription = {
  kind: "reference",
  id: "client",
  label: "projects.field.client",
  path: "/clients",
};
export const managerFilter: FilterDescription = {
  kind: "reference",
  id: "account_manager",
  label: "projects.field.account_manager",
  path: "/account-managers",
};
export const oosTypeFilter: FilterDescription = {
  kind: "choice",
  id: "oos_type",
  label: "projects.field.oos_type",
  values: OWN_CHOICE,
  enumName: "oos_type",
  many: true,
};
export const soldFilter: FilterDescription = {
  kind: "dates",
  id: "sold",
  label: "projects.field.sold_on",
  from: "sold_from",
  to: "sold_to",
};
