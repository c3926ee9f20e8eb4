// The lists of invoices filter by what the API takes: every currency, and parts of aging as the settings name them.
import { expect, it } from "vitest";
import { listQuery, readListSearch } from "../../../ui/table/listSearch";
import { clientInvoicesList, invoicesList } from "./invoicesList";
import { receivablesList } from "./receivablesList";

it.each([invoicesList, receivablesList])("are asked for in Swiss francs", (list) => {
  const search = readListSearch(list, { currency: "CHF", aging_bucket: "31_60,nonsense" });
  expect(listQuery(list, search)).toMatchObject({ currency: "CHF", aging_bucket: ["31_60"] });
});

it("are one client's at that client's path", () => {
  expect(clientInvoicesList("a b").path).toBe("/clients/a%20b/quickbooks-invoices");
});
