// The query of an out-of-scope project's sale.
import { optionalItemQuery } from "../../../api/queries";

/** The component shows a missing sale itself, because it is part of other pages. */
export function projectSaleQuery(id: string) {
  return optionalItemQuery("/projects/{id}/oos-sale", id);
}
