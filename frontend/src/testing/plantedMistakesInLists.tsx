// One mistake of each kind that the types of lists must refuse: when one compiles, `make types` fails.
import { listClients } from "../api/shapes/listClients.gen";
import { lazyListRoute } from "../ui/table/lazyListRoute";
import { defineList } from "../ui/table/listDescription";
import { ResourceTable } from "../ui/table/ResourceTable";
import type { CellsOf } from "../ui/table/tableModel";

const LABEL = "clients.field.name" as const;
const EMPTY = { title: "", detail: "" };
// An unknown key in a variable.
const query = { staus: "active" } as const;

export const lists = [
  // @ts-expect-error wrong list column
  defineList(listClients, { columns: [{ id: "nmae", label: LABEL }], filters: [] }),
  defineList(listClients, {
    // @ts-expect-error wrong sort key
    columns: [{ id: "name", label: LABEL, sort: "healthy" }],
    filters: [],
  }),
  // @ts-expect-error wrong default sort
  defineList(listClients, { columns: [], filters: [], defaultSort: "-healthy" }),
  defineList(listClients, {
    columns: [],
    // @ts-expect-error wrong filter
    filters: [{ kind: "choice", id: "state", label: LABEL, enumName: "client_status" }],
  }),
  defineList(listClients, {
    columns: [],
    filters: [
      // @ts-expect-error wrong filter value
      { kind: "choice", id: "status", label: LABEL, enumName: "client_status", values: ["actve"] },
    ],
  }),
  defineList(listClients, {
    columns: [],
    filters: [
      // @ts-expect-error several values where the API takes one
      { kind: "choice", id: "archived", label: LABEL, enumName: "client_status", multiple: true },
    ],
  }),
  defineList(listClients, {
    columns: [],
    // @ts-expect-error wrong list of a filter's records
    filters: [{ kind: "reference", id: "team", label: LABEL, path: "/team" }],
  }),
  defineList(listClients, {
    columns: [],
    // @ts-expect-error wrong parameter of a date range
    filters: [{ kind: "dates", id: "on", label: LABEL, from: "on_from", to: "on_to" }],
  }),
];

const column = { id: "name", label: LABEL, srot: "name" } as const;
const filter = {
  kind: "choice",
  id: "status",
  label: LABEL,
  enumName: "client_status",
  mny: true,
} as const;
const labels = { exclud: LABEL, only: LABEL } as const;
export const wrongKeys = [
  // @ts-expect-error wrong key of a column
  defineList(listClients, { columns: [column], filters: [] }),
  // @ts-expect-error wrong key of a filter
  defineList(listClients, { columns: [], filters: [filter] }),
  defineList(listClients, {
    columns: [],
    // @ts-expect-error a label for a value that a filter cannot have
    filters: [{ kind: "choice", id: "archived", label: LABEL, labels }],
  }),
];

export const wrongFormats = [
  defineList(listClients, {
    columns: [],
    // @ts-expect-error the enumeration of another parameter
    filters: [{ kind: "choice", id: "status", label: LABEL, enumName: "client_health" }],
  }),
  defineList(listClients, {
    columns: [],
    // @ts-expect-error a reference filter for an enumerated parameter
    filters: [{ kind: "reference", id: "health", label: LABEL, path: "/teams" }],
  }),
  defineList(listClients, {
    columns: [],
    // @ts-expect-error a choice of values for an id
    filters: [{ kind: "choice", id: "team", label: LABEL, enumName: "client_status", values: [] }],
  }),
  defineList(listClients, {
    columns: [],
    // @ts-expect-error a date range for parameters that are not dates
    filters: [{ kind: "dates", id: "x", label: LABEL, from: "team", to: "team" }],
  }),
  // @ts-expect-error the export of an unknown list
  defineList(listClients, { columns: [], filters: [], file: { list: "client" } }),
  defineList(listClients, {
    columns: [],
    filters: [],
    // @ts-expect-error an export filtered by a parameter that its list does not have
    file: { list: "clients", fixed: { state: "x" } },
  }),
  // @ts-expect-error views of another list
  defineList(listClients, { columns: [], filters: [], views: "teams" }),
  defineList(listClients, {
    // @ts-expect-error a column that depends on a filter that the list does not have
    columns: [{ id: "mrr", label: LABEL, requiresFilters: ["inn"] }],
    filters: [],
  }),
];

const list = defineList(listClients, { columns: [{ id: "name", label: LABEL }], filters: [] });
const texts = defineList(listClients, {
  columns: [
    { id: "team", label: LABEL, text: true },
    { id: "tags", label: LABEL },
  ],
  filters: [],
});
export const textCells: CellsOf<typeof texts> = { tags: () => "" };
// @ts-expect-error a column without a cell or text
export const noCell: CellsOf<typeof texts> = {};
export const wrongTexts = [
  defineList(listClients, {
    // @ts-expect-error money as text
    columns: [{ id: "mrr", label: LABEL, text: true }],
    filters: [],
  }),
  defineList(listClients, {
    // @ts-expect-error an instant as text
    columns: [{ id: "updated_at", label: LABEL, text: true }],
    filters: [],
  }),
  defineList(listClients, {
    // @ts-expect-error an enumerated value as text
    columns: [{ id: "status", label: LABEL, text: true }],
    filters: [],
  }),
];
// @ts-expect-error a column without a cell
const noCells: CellsOf<typeof list> = {};
const cells: CellsOf<typeof list> = { name: (client) => client.name };
// @ts-expect-error a cell of a field that the row does not have
export const wrongCells: CellsOf<typeof list> = { name: (client) => client.nmae };

// @ts-expect-error wrong parameter of a route's fixed query
export const wrongRoute = () => lazyListRoute(async () => list, query);

export const tables = (
  <>
    {/* @ts-expect-error wrong parameter of a list's fixed query */}
    <ResourceTable list={list} cells={cells} label="" empty={EMPTY} fixed={{ state: "x" }} />
    {/* @ts-expect-error wrong parameter of a list's fixed query, in a variable */}
    <ResourceTable list={list} cells={cells} label="" empty={EMPTY} fixed={query} />
    {/* @ts-expect-error cells of another list */}
    <ResourceTable list={list} cells={noCells as object} label="" empty={EMPTY} />
  </>
);
