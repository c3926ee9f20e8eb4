// The lists of extra work as data: what was sold, what waits for the client's yes, and what one project brought.
import { listOosQueue } from "../../../api/shapes/listOosQueue.gen";
import { listOosSales } from "../../../api/shapes/listOosSales.gen";
import { defineList } from "../../../ui/table/listDescription";
import {
  amountColumn,
  clientColumn,
  clientFilter,
  hideByDefault,
  hoursColumn,
  managerColumn,
  managerFilter,
  numberColumn,
  oosTypeColumn,
  oosTypeFilter,
  soldFilter,
  soldOnColumn,
  statusColumn,
} from "../../../ui/table/projectColumns";

const project = {
  id: "project",
  label: "oos_sales.field.project",
  sort: "project",
} as const;
const parent = { id: "parent", label: "oos_sales.field.parent" } as const;
const seller = {
  id: "seller",
  label: "oos_sales.field.seller",
  sort: "seller",
  text: true,
} as const;
const weight = {
  id: "weight",
  label: "oos_sales.field.weight",
  sort: "weight",
  align: "end",
} as const;
const share = {
  id: "amount",
  label: "oos_sales.field.amount",
  sort: "amount",
  align: "end",
  requires: "projects.money",
} as const;
const converted = [
  {
    id: "converted",
    label: "oos_sales.field.converted",
    help: "oos_sales.help.converted",
    align: "end",
    requires: "projects.money",
    requiresFilters: ["in"],
  },
  {
    id: "rate",
    label: "oos_sales.field.rate",
    align: "end",
    requires: "projects.money",
    requiresFilters: ["in"],
  },
] as const;

const statusFilter = {
  kind: "choice",
  id: "status",
  label: "projects.field.status",
  enumName: "oos_status",
  multiple: true,
} as const;
const common = [managerFilter, oosTypeFilter, soldFilter] as const;
const sellerFilter = {
  kind: "reference",
  id: "seller",
  label: "oos_sales.field.seller",
  path: "/employees",
} as const;
const inFilter = {
  kind: "choice",
  id: "in",
  label: "oos_sales.field.in",
  enumName: "currency",
} as const;
const teamFilters = [
  { kind: "reference", id: "team", label: "oos_sales.field.team", path: "/teams" },
  {
    kind: "choice",
    id: "has_team",
    label: "oos_sales.field.has_team",
    labels: { true: "oos_sales.has_team.yes", false: "oos_sales.has_team.no" },
  },
] as const;

const saleColumns = [
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
    requires: "projects.money",
    hidden: true,
  },
  {
    id: "approved_on",
    label: "projects.field.approved_on",
    sort: "approved_on",
    hidden: true,
  },
  hideByDefault(managerColumn),
  oosTypeColumn,
] as const;
const saleFilters = [statusFilter, clientFilter, sellerFilter, ...common, inFilter] as const;

const everySale = {
  file: { list: "oos-sales" },
  requires: "oos_sales.view",
  defaultSort: "-sold_on",
} as const;

/** For those who may not know who is in a team. */
export const plainSalesList = defineList(listOosSales, {
  ...everySale,
  views: "oos-sales",
  columns: saleColumns,
  filters: saleFilters,
});

export const salesList = defineList(listOosSales, {
  ...everySale,
  views: "oos-sales",
  columns: saleColumns,
  filters: [...saleFilters, ...teamFilters],
});

export const waitingList = defineList(listOosQueue, {
  file: { list: "oos-queue" },
  requires: "oos_sales.view",
  defaultSort: "sold_on",
  computed: ["project"],
  columns: [
    project,
    numberColumn,
    clientColumn,
    parent,
    { id: "sellers", label: "projects.field.sold_by", text: true },
    { id: "days_waiting", label: "oos_sales.field.days_waiting", sort: "sold_on" },
    hoursColumn,
    amountColumn,
    { id: "status", label: "projects.field.status" },
    hideByDefault(managerColumn),
    oosTypeColumn,
  ],
  filters: [clientFilter, ...common],
});

const NOT_OF_ONE: ReadonlySet<string> = new Set(["client", "parent", "converted", "rate"]);

/** What was sold on top of one project: its client is known, and so is the project. */
export const extrasList = defineList(listOosSales, {
  ...everySale,
  columns: saleColumns.filter(({ id }) => !NOT_OF_ONE.has(id)),
  filters: [statusFilter, sellerFilter],
});
