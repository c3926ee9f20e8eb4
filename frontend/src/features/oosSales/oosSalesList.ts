// The lists of extra work as data: what was sold, what waits for the client's yes, and what one project brought.
import {
  type ColumnDescription,
  type FilterDescription,
  type ListDescription,
  OWN_CHOICE,
} from "../../ui/table/listDescription";

const STATUSES = [
  "proposed",
  "approved",
  "in_work",
  "delivered",
  "invoiced",
  "paid",
  "declined",
  "cancelled",
] as const;

const project: ColumnDescription = {
  id: "project",
  label: "oos_sales.field.project",
  sort: "project",
};
const number: ColumnDescription = {
  id: "number",
  label: "projects.field.number",
  sort: "number",
  hidden: true,
};
const client: ColumnDescription = { id: "client", label: "projects.field.client", sort: "client" };
const parent: ColumnDescription = { id: "parent", label: "oos_sales.field.parent" };
const seller: ColumnDescription = {
  id: "seller",
  label: "oos_sales.field.seller",
  sort: "seller",
};
const weight: ColumnDescription = {
  id: "weight",
  label: "oos_sales.field.weight",
  sort: "weight",
  align: "end",
};
const status: ColumnDescription = {
  id: "status",
  label: "projects.field.status",
  sort: "status",
};
const soldOn: ColumnDescription = {
  id: "sold_on",
  label: "projects.field.sold_on",
  sort: "sold_on",
};
const share: ColumnDescription = {
  id: "amount",
  label: "oos_sales.field.amount",
  sort: "amount",
  align: "end",
  needs: "projects.money",
};
const manager: ColumnDescription = {
  id: "account_manager",
  label: "projects.field.account_manager",
  hidden: true,
};
const type: ColumnDescription = { id: "oos_type", label: "projects.field.oos_type", hidden: true };

const clientFilter: FilterDescription = {
  kind: "reference",
  id: "client",
  label: "projects.field.client",
  path: "/clients",
};
const statusFilter: FilterDescription = {
  kind: "choice",
  id: "status",
  label: "projects.field.status",
  values: STATUSES,
  enumName: "oos_status",
  many: true,
};
const common: readonly FilterDescription[] = [
  {
    kind: "reference",
    id: "account_manager",
    label: "projects.field.account_manager",
    path: "/account-managers",
  },
  {
    kind: "choice",
    id: "oos_type",
    label: "projects.field.oos_type",
    values: OWN_CHOICE,
    enumName: "oos_type",
    many: true,
  },
  {
    kind: "dates",
    id: "sold",
    label: "projects.field.sold_on",
    from: "sold_from",
    to: "sold_to",
  },
];
const sellerFilter: FilterDescription = {
  kind: "reference",
  id: "seller",
  label: "oos_sales.field.seller",
  path: "/employees",
};

export const salesList: ListDescription = {
  path: "/oos-sales",
  views: "oos-sales",
  needs: "oos_sales.view",
  defaultSort: "-sold_on",
  columns: [
    project,
    number,
    client,
    parent,
    seller,
    weight,
    share,
    soldOn,
    status,
    {
      id: "project_amount",
      label: "oos_sales.field.project_amount",
      align: "end",
      needs: "projects.money",
      hidden: true,
    },
    {
      id: "approved_on",
      label: "projects.field.approved_on",
      sort: "approved_on",
      hidden: true,
    },
    manager,
    type,
  ],
  filters: [statusFilter, clientFilter, sellerFilter, ...common],
};

export const waitingList: ListDescription = {
  path: "/oos-queue",
  needs: "oos_sales.view",
  defaultSort: "sold_on",
  columns: [
    project,
    number,
    client,
    parent,
    { id: "sellers", label: "projects.field.sold_by" },
    { id: "days_waiting", label: "oos_sales.field.days_waiting", sort: "sold_on" },
    {
      id: "hours_logged",
      label: "projects.field.hours_logged",
      sort: "hours_logged",
      align: "end",
    },
    {
      id: "amount",
      label: "projects.field.amount",
      sort: "amount",
      align: "end",
      needs: "projects.money",
    },
    { id: "status", label: "projects.field.status" },
    manager,
    type,
  ],
  filters: [clientFilter, ...common],
};

/** What was sold on top of one project: its client is known, and so is the project. */
const { views: _, ...everySale } = salesList;
export const extrasList: ListDescription = {
  ...everySale,
  columns: salesList.columns.filter(({ id }) => id !== "client" && id !== "parent"),
  filters: [statusFilter, sellerFilter],
};
