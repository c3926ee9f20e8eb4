// Loads the bug report widget when a project is configured.
import { pageMeta } from "../../../lib/pageMeta";

/** The project id that the server writes into the page; undefined when none is configured. */
export function configuredProject(): unknown {
  return pageMeta("bug-project");
}

/** Throws when the id is not a string, so that a wrong configuration is noticed. */
export async function loadBugReport(project: unknown) {
  if (typeof project !== "string") {
    throw new TypeError("The bug-report project id must be a string");
  }
  const { BugReportButton } = await import("./BugReportButton");
  return { default: BugReportButton };
}
