// The sale behind one out-of-scope project, as a query.
import { optionalItemQuery } from "../../../api/queries";

/** A part of a project's page, and over others: where it is gone it says so in its own place. */
export function projectSaleQuery(id: string) {
  return optionalItemQuery("/projects/{id}/oos-sale", id);
}
