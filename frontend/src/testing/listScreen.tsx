// Opens a list in a test, and records its requests.
import { HttpResponse, http } from "msw";
import type { ComponentProps } from "react";
import { beforeEach } from "vitest";
import { MoneyText } from "../ui/money/MoneyText";
import type { ListDescription } from "../ui/table/listDescription";
import { ResourceTable } from "../ui/table/ResourceTable";
import type { Cells } from "../ui/table/tableModel";
import { renderScreen } from "./renderScreen";
import { installServer, server, someone } from "./server";

export type Row = { api_id: string; name: string; mrr?: { amount: string; currency: string } };

const list: ListDescription = {
  path: "/clients",
  defaultSort: "name",
  columns: [
    { id: "name", label: "clients.field.name", sort: "name" },
    { id: "mrr", label: "clients.field.mrr", sort: "mrr", align: "end" },
    { id: "team", label: "clients.field.team" },
  ],
  filters: [
    {
      kind: "choice",
      id: "status",
      label: "clients.field.status",
      values: ["active", "churned"],
      enumName: "client_status",
      multiple: true,
    },
    { kind: "toggle", id: "archived", label: "clients.filter.archived", on: "include" },
  ],
};

const enums = {
  client_status: [
    { value: "active", name_en: "Active", name_fr: "Actif", is_active: true },
    { value: "churned", name_en: "Churned", name_fr: "Perdu", is_active: true },
  ],
};

const cells: Cells<Row> = {
  name: (row) => <a href={`/clients/${row.api_id}/view`}>{row.name}</a>,
  mrr: (row) => <MoneyText money={row.mrr} />,
  team: () => "Design",
};

export const rows = (count: number): Row[] =>
  Array.from({ length: count }, (_, index) => ({
    api_id: `id-${index}`,
    name: `Client ${index + 1}`,
    ...(index === 1 ? {} : { mrr: { amount: "1234.50", currency: "CAD" } }),
  }));

export function page(data: Row[], total = data.length, current = 1, size = 10) {
  const from = data.length === 0 ? null : (current - 1) * size + 1;
  const meta = {
    current_page: current,
    from,
    last_page: Math.max(1, Math.ceil(total / size)),
    per_page: size,
    to: from === null ? null : from + data.length - 1,
    total,
  };
  return { data, meta };
}

export const sentQueries: URLSearchParams[] = [];

/** Responds to list requests with `reply` and records their queries. */
export function handleList(reply: (query: URLSearchParams) => object) {
  server.use(
    http.get("/api/v1/clients", ({ request }) => {
      const query = new URL(request.url).searchParams;
      sentQueries.push(query);
      return HttpResponse.json(reply(query));
    }),
  );
}

/** Opens the list; `own` overrides its description, `bulk` adds bulk actions. */
export const openList = (
  at = "/screen",
  overrides: Partial<ListDescription> = {},
  bulk?: ComponentProps<typeof ResourceTable<Row>>["bulk"],
  user = someone,
) => {
  const listDescription = { ...list, ...overrides };
  return renderScreen(
    () => (
      <ResourceTable<Row>
        list={listDescription}
        cells={cells}
        label="Clients"
        bulk={bulk}
        empty={{ title: "No clients yet", detail: "Add one." }}
      />
    ),
    { at, enums, user },
  );
};

/** Call once in a test file about lists. */
export function installLists(): void {
  installServer();
  beforeEach(() => {
    sentQueries.length = 0;
  });
}
