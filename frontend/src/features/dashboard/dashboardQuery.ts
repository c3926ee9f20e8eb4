// The one call that answers the key figures and the state of their sources.
import { dataQuery } from "../../api/queries";
import type { Dashboard } from "../../api/types";

export const dashboardQuery = dataQuery<Dashboard>("/dashboard");
