// Reads the state of operations again and again while the page is visible.
import { dataQuery } from "../../../api/queries";

const POLL_INTERVAL_MS = 10_000;

export const operationsQuery = {
  ...dataQuery("/operations"),
  refetchInterval: POLL_INTERVAL_MS,
};
