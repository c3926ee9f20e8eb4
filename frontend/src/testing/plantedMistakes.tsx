// One mistake of each kind that the types of calls and URLs must refuse: when one compiles, `make types` fails.
// `plantedMistakesInLists.tsx` and `plantedMistakesInForms.tsx` cover lists and forms.
import { Link } from "@tanstack/react-router";
import { api, apiUrl } from "../api/client";
import { dataQuery, itemQuery, pageQuery } from "../api/queries";
import { upload } from "../api/upload";
import { changedSearch, listFilters, type ScreenLink } from "../ui/links/screenSearch";

const CLIENT = { name: "Aurora", account_manager: "a", currency: "CAD" } as const;
const UPLOAD = { method: "POST", path: "/exchange-rates/imports" } as const;
const FILE = new File([], "");

export const calls = [
  // @ts-expect-error wrong path
  () => api.get("/client"),
  // @ts-expect-error a path without the method
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
  () => pageQuery("/clients", { query: { sort: "healthy" } }),
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
  // @ts-expect-error wrong error code that is expected
  () => api.get("/clients", { expect: ["chnged"] }),
  // @ts-expect-error a list read as a record
  () => itemQuery("/clients", "x"),
  // @ts-expect-error a record read as a list
  () => pageQuery("/dashboard"),
];

// Unknown keys in variables, which the compiler alone would accept.
const body = { archivd: true, version: 1 };
const query = { staus: "active" } as const;
const parts = { parts: [{ service: "hubspot", external_id: "1", versio: "2" }] } as const;

export const variables = [
  // @ts-expect-error wrong body key in a variable
  () => api.patch("/clients/{id}", body, { params: { id: "x" } }),
  // @ts-expect-error wrong body key in a spread
  () => api.patch("/clients/{id}", { ...body }, { params: { id: "x" } }),
  // @ts-expect-error wrong key in a part of a body
  () => api.post("/matches", { kind: "client", ...parts }),
  // @ts-expect-error wrong query parameter in a variable
  () => api.get("/clients", { query }),
  // @ts-expect-error wrong query parameter of a page in a variable
  () => pageQuery("/clients", { query }),
  // @ts-expect-error wrong query parameter of a figure in a variable
  () => dataQuery("/dashboard", { query }),
  // @ts-expect-error wrong query parameter of a plain link in a variable
  () => apiUrl("/clients", { query }),
];

export const wrongUploads = [
  // @ts-expect-error wrong field of a form with a file
  () => upload(UPLOAD, { fields: { file: FILE, dryrun: true }, key: "", onProgress: () => {} }),
  // @ts-expect-error a form with a file as a body
  () => api.post("/exchange-rates/imports", new FormData()),
];

export const addresses = [
  // @ts-expect-error a filter in a link without listFilters
  <Link key="" to="/clients" search={{ team: "x", status: "active" }} />,
  // @ts-expect-error wrong parameter of a URL
  <Link key="" to="." search={changedSearch({ opn: "x" })} />,
  // @ts-expect-error wrong filter in a URL
  listFilters("/clients", { tem: "x" }),
  // @ts-expect-error wrong filter in a URL, in a variable
  listFilters("/clients", query),
  // @ts-expect-error wrong value of a filter in an address
  listFilters("/clients", { status: ["actve"] }),
  // @ts-expect-error a chart's link to an unknown screen
  { to: "/client", search: {} } satisfies ScreenLink,
];

export async function readFields() {
  const { data: client } = await api.get("/clients/{id}", { params: { id: "x" } });
  const { data: figures } = await api.get("/dashboard");
  return [
    // @ts-expect-error wrong field of a response
    client.nmae,
    // @ts-expect-error a restricted field
    client.mrr.amount,
    // @ts-expect-error a text used as a number
    client.name * 2,
    // @ts-expect-error a value that a field cannot have
    client.status === "gone",
    // @ts-expect-error wrong field of a response without a record
    figures.nmae,
    // @ts-expect-error wrong field of a query's data
    dataQuery("/dashboard").queryFn.nmae,
  ];
}
