// The lists of invoices filter by the values of the API.
import { expect, it } from "vitest";
import { listQuery, readListSearch } from "../../../ui/table/listSearch";
import { clientInvoicesList, invoicesList } from "./invoicesList";
import { receivablesList } from "./receivablesList";

it.each([invoicesList, receivablesList])("filter by any currency and known buckets", (list) => {
  const search = readListSearch(list, { currency: "CHF", aging_bucket: "31_60,nonsense" });
  expect(listQuery(list, search)).toMatchObject({ currency: "CHF", aging_bucket: ["31_60"] });
});

it("use the client's path for one client", () => {
  expect(clientInvoicesList("a b").path).toBe("/clients/a%20b/quickbooks-invoices");
});
