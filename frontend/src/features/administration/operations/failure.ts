// A failure, and where the page lists them.
import type { Operations } from "../../../api/types";

export type Failure = Operations["failures"][number];
export const FAILURES_ID = "failures";
