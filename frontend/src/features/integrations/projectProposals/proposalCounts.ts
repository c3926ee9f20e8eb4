// How many projects to create there are, by how certain they are.
import { dataQuery } from "../../../api/queries";

export const proposalCountsQuery = dataQuery("/project-proposal-counts");
