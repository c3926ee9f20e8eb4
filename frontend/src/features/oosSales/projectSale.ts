// The sale behind one out-of-scope project, as a query.
import { dataQuery } from "../../api/queries";
import type { ProjectSale } from "../../api/types";

export function projectSaleQuery(id: string) {
  return dataQuery<ProjectSale>(`/projects/${id}/oos-sale`);
}
