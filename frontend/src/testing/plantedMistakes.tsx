// One mistake of each kind that the types of the API must refuse: where one compiles, `make types` fails here.
import { api } from "../api/client";
import { dataQuery, itemQuery, pageQuery } from "../api/queries";
import { ClientCreate } from "../api/shapes/ClientCreate.gen";
import { listClients } from "../api/shapes/listClients.gen";
import { useRecordFacts } from "../ui/details/RecordFacts";
import { defineFields } from "../ui/form/fields";
import { ResourceForm } from "../ui/form/ResourceForm";
import { defineList } from "../ui/table/listDescription";
import { ResourceTable } from "../ui/table/ResourceTable";
import type { CellsOf } from "../ui/table/tableModel";

const CLIENT = { name: "Aurora", account_manager: "a", currency: "CAD" } as const;
const LABEL = "clients.field.name" as const;
const EMPTY = { title: "", detail: "" };

export const calls = [
  // @ts-expect-error wrong path
  () => api.get("/client"),
  // @ts-expect-error a path that does not answer the method
  () => api.delete("/clients"),
  // @ts-expect-error an id in the text of the path
  () => api.get(`/clients/${CLIENT.account_manager}`),
  // @ts-expect-error missing path parameter
  () => api.get("/clients/{id}"),
  // @ts-expect-error wrong path parameter
  () => api.get("/clients/{id}", { params: { client: "x" } }),
  // @ts-expect-error wrong query parameter
  () => api.get("/clients", { query: { state: "active" } }),
  // @ts-expect-error wrong enum value in a query
  () => api.get("/clients", { query: { status: "actve" } }),
  // @ts-expect-error missing query parameter
  () => pageQuery("/dashboard-rows", { query: {} }),
  // @ts-expect-error wrong sort key in a query
  () => pageQuery("/clients", { query: { sort: "health" } }),
  // @ts-expect-error wrong body key
  () => api.post("/clients", { ...CLIENT, nmae: "Aurora" }),
  // @ts-expect-error wrong body value
  () => api.post("/clients", { ...CLIENT, payment_terms_days: "30" }),
  // @ts-expect-error wrong enum value in a body
  () => api.post("/clients", { ...CLIENT, currency: "CAN" }),
  // @ts-expect-error missing required body key
  () => api.post("/clients", { name: "Aurora", currency: "CAD" }),
  // @ts-expect-error missing body
  () => api.post("/clients"),
  // @ts-expect-error a list read as a record
  () => itemQuery("/clients", "x"),
  // @ts-expect-error a record read as a list
  () => pageQuery("/dashboard"),
];

export async function answers() {
  const { data: client } = await api.get("/clients/{id}", { params: { id: "x" } });
  const { data: figures } = await api.get("/dashboard");
  return [
    // @ts-expect-error wrong field of an answer
    client.nmae,
    // @ts-expect-error a field that not every reader is answered
    client.mrr.amount,
    // @ts-expect-error a text used as a number
    client.name * 2,
    // @ts-expect-error a value that a field cannot have
    client.status === "gone",
    // @ts-expect-error wrong field of an answer that is no record
    figures.nmae,
    // @ts-expect-error wrong field of a query's data
    dataQuery("/dashboard").queryFn.nmae,
  ];
}

export const lists = [
  // @ts-expect-error wrong list column
  defineList(listClients, { columns: [{ id: "nmae", label: LABEL }], filters: [] }),
  defineList(listClients, {
    // @ts-expect-error wrong sort key
    columns: [{ id: "name", label: LABEL, sort: "health" }],
    filters: [],
  }),
  // @ts-expect-error wrong default sort
  defineList(listClients, { columns: [], filters: [], defaultSort: "-health" }),
  defineList(listClients, {
    columns: [],
    // @ts-expect-error wrong filter
    filters: [{ kind: "choice", id: "state", label: LABEL, enumName: "client_status" }],
  }),
  defineList(listClients, {
    columns: [],
    filters: [
      {
        kind: "choice",
        id: "status",
        label: LABEL,
        enumName: "client_status",
        // @ts-expect-error wrong filter value
        values: ["actve"],
      },
    ],
  }),
  defineList(listClients, {
    columns: [],
    filters: [
      // @ts-expect-error several values where the API takes one
      { kind: "choice", id: "archived", label: LABEL, enumName: "client_status", many: true },
    ],
  }),
  defineList(listClients, {
    columns: [],
    // @ts-expect-error wrong list to pick a filter's record from
    filters: [{ kind: "reference", id: "team", label: LABEL, path: "/team" }],
  }),
  defineList(listClients, {
    columns: [],
    // @ts-expect-error wrong parameter of a span of dates
    filters: [{ kind: "dates", id: "on", label: LABEL, from: "on_from", to: "on_to" }],
  }),
];

const named = defineList(listClients, { columns: [{ id: "name", label: LABEL }], filters: [] });
const texts = defineList(listClients, {
  columns: [
    { id: "team", label: LABEL, text: true },
    { id: "tags", label: LABEL },
  ],
  filters: [],
});
export const textCells: CellsOf<typeof texts> = { tags: () => "" };
// @ts-expect-error a column that is neither drawn nor text
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
// @ts-expect-error a column that is not drawn
const none: CellsOf<typeof named> = {};
const cells: CellsOf<typeof named> = { name: (client) => client.name };
// @ts-expect-error a cell of a field that the row does not have
export const wrongCells: CellsOf<typeof named> = { name: (client) => client.nmae };

const fields = defineFields(ClientCreate, [{ kind: "text", name: "website", label: LABEL }]);
export const wrongFields = [
  // @ts-expect-error wrong form field
  defineFields(ClientCreate, [{ kind: "text", name: "nmae", label: LABEL }]),
  // @ts-expect-error wrong kind of form field
  defineFields(ClientCreate, [{ kind: "switch", name: "name", label: LABEL }]),
  defineFields(ClientCreate, [
    {
      kind: "choice",
      name: "health",
      label: LABEL,
      enumName: "client_health",
      // @ts-expect-error wrong value of a form field
      values: ["blue"],
    },
  ]),
  // @ts-expect-error wrong list to pick a field's record from
  defineFields(ClientCreate, [{ kind: "reference", name: "team", label: LABEL, path: "/team" }]),
];

export const wrongEnumerations = [
  // @ts-expect-error wrong enumeration of a field
  defineFields(ClientCreate, [{ kind: "choice", name: "health", label: LABEL, enumName: "helth" }]),
];

export function useWrongFacts() {
  // @ts-expect-error a field of the form that the record does not have
  useRecordFacts("clients", fields, CLIENT, { order: [] });
  // @ts-expect-error a fact without a label
  useRecordFacts("clients", fields, { website: "" }, { order: ["nmae"] });
}

const form = { formKey: "", path: "/clients", fields } as const;

export const screens = (
  <>
    {/* @ts-expect-error wrong parameter to narrow a list by */}
    <ResourceTable list={named} cells={cells} label="" empty={EMPTY} fixed={{ state: "x" }} />
    {/* @ts-expect-error cells of another list */}
    <ResourceTable list={named} cells={none as object} label="" empty={EMPTY} />
    {/* @ts-expect-error fields of another body */}
    <ResourceForm formKey="" path="/teams" fields={fields} onSaved={() => {}} />
    {/* @ts-expect-error wrong key that a form starts with */}
    <ResourceForm {...form} prefill={{ nmae: "" }} onSaved={() => {}} />
    {/* @ts-expect-error wrong key sent beside a form's fields */}
    <ResourceForm {...form} extra={{ nmae: "" }} onSaved={() => {}} />
    {/* @ts-expect-error wrong field of what a form saved */}
    <ResourceForm {...form} onSaved={(saved) => saved.nmae} />
    {/* @ts-expect-error missing path parameter of a form */}
    <ResourceForm formKey="" path="/employees/{id}/leaves" fields={[]} onSaved={() => {}} />
    <ResourceForm
      formKey=""
      // @ts-expect-error wrong place where a form's record is changed
      endpoint={{ path: "/clients", method: "patch" }}
      fields={[]}
      onSaved={() => {}}
    />
  </>
);
