// The lists of extra work as data: what was sold, what waits for the client's yes, and what one project brought.
import {
  amountColumn,
  clientColumn,
  clientFilter,
  hidden,
  hoursColumn,
  managerColumn,
  managerFilter,
  numberColumn,
  oosTypeColumn,
  oosTypeFilter,
  soldFilter,
  soldOnColumn,
  statusColumn,
} from "../../ui/projectColumns";
import type {
  ColumnDescription,
  FilterDescription,
  ListDescription,
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
const share: ColumnDescription = {
  id: "amount",
  label: "oos_sales.field.amount",
  sort: "amount",
  align: "end",
  needs: "projects.money",
};
const converted: readonly ColumnDescription[] = [
  {
    id: "converted",
    label: "oos_sales.field.converted",
    help: "oos_sales.help.converted",
    align: "end",
    needs: "projects.money",
    onlyWith: ["in"],
  },
  {
    id: "rate",
    label: "oos_sales.field.rate",
    align: "end",
    needs: "projects.money",
    onlyWith: ["in"],
  },
];

const statusFilter: FilterDescription = {
  kind: "choice",
  id: "status",
  label: "projects.field.status",
  values: STATUSES,
  enumName: "oos_status",
  many: true,
};
const common = [managerFilter, oosTypeFilter, soldFilter];
const sellerFilter: FilterDescription = {
  kind: "reference",
  id: "seller",
  label: "oos_sales.field.seller",
  path: "/employees",
};
const inFilter: FilterDescription = {
  kind: "choice",
  id: "in",
  label: "oos_sales.field.in",
  values: /^[A-Z]{3}$/,
  enumName: "currency",
};
const teamFilters: readonly FilterDescription[] = [
  { kind: "reference", id: "team", label: "oos_sales.field.team", path: "/teams" },
  {
    kind: "choice",
    id: "has_team",
    label: "oos_sales.field.has_team",
    values: ["true", "false"],
    words: { true: "oos_sales.has_team.yes", false: "oos_sales.has_team.no" },
  },
];

/** For those who may not know who is in a team. */
export const plainSalesList: ListDescription = {
  path: "/oos-sales",
  file: { list: "oos-sales" },
  views: "oos-sales",
  needs: "oos_sales.view",
  defaultSort: "-sold_on",
  columns: [
    project,
    numberColumn,
    clientColumn,
    parent,
    seller,
    weight,
    share,
    ...converted,
    soldOnColumn,
    statusColumn,
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
    hidden(managerColumn),
    oosTypeColumn,
  ],
  filters: [statusFilter, clientFilter, sellerFilter, ...common, inFilter],
};

export const salesList: ListDescription = {
  ...plainSalesList,
  filters: [...plainSalesList.filters, ...teamFilters],
};

export const waitingList: ListDescription = {
  path: "/oos-queue",
  file: { list: "oos-queue" },
  needs: "oos_sales.view",
  defaultSort: "sold_on",
  columns: [
    project,
    numberColumn,
    clientColumn,
    parent,
    { id: "sellers", label: "projects.field.sold_by" },
    { id: "days_waiting", label: "oos_sales.field.days_waiting", sort: "sold_on" },
    hoursColumn,
    amountColumn,
    { id: "status", label: "projects.field.status" },
    hidden(managerColumn),
    oosTypeColumn,
  ],
  filters: [clientFilter, ...common],
};

const NOT_OF_ONE: ReadonlySet<string> = new Set(["client", "parent", "converted", "rate"]);

/** What was sold on top of one project: its client is known, and so is the project. */
const { views: _, ...everySale } = salesList;
export const extrasList: ListDescription = {
  ...everySale,
  columns: salesList.columns.filter(({ id }) => !NOT_OF_ONE.has(id)),
  filters: [statusFilter, sellerFilter],
};
