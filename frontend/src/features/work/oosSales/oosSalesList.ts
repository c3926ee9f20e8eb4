// The lists of out-of-scope sales: all, awaiting approval, and those of one project.
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
const part = { id: "part", label: "oos_sales.field.part" } as const;
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
const commonFilters = [managerFilter, oosTypeFilter, soldFilter] as const;
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
  part,
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
const saleFilters = [statusFilter, clientFilter, sellerFilter, ...commonFilters, inFilter] as const;

const base = {
  file: { list: "oos-sales" },
  requires: "oos_sales.view",
  defaultSort: "-sold_on",
  card: {
    head: "amount",
    about: ["client", "seller"],
    standing: ["status", "sold_on", "converted"],
  },
} as const;

/** Without team filters, for users who may not see teams. */
export const salesListWithoutTeams = defineList(listOosSales, {
  ...base,
  views: "oos-sales",
  columns: saleColumns,
  filters: saleFilters,
});

export const salesList = defineList(listOosSales, {
  ...base,
  views: "oos-sales",
  columns: saleColumns,
  filters: [...saleFilters, ...teamFilters],
});

export const pendingApprovalsList = defineList(listOosQueue, {
  file: { list: "oos-queue" },
  requires: "oos_sales.view",
  defaultSort: "sold_on",
  columns: [
    project,
    part,
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
  filters: [clientFilter, ...commonFilters],
});

const HIDDEN_FOR_PROJECT: ReadonlySet<string> = new Set(["client", "parent", "converted", "rate"]);

/** The sales of one parent project, without columns of client and parent. */
export const projectSalesList = defineList(listOosSales, {
  ...base,
  columns: saleColumns.filter(({ id }) => !HIDDEN_FOR_PROJECT.has(id)),
  filters: [statusFilter, sellerFilter],
});
