// Loads the bug report widget when a project is configured.

/** The project id that the server writes into the page; undefined when none is configured. */
export function configuredProject(): unknown {
  const meta = document.querySelector<HTMLMetaElement>('meta[name="regie-bug-project"]');
  return meta?.content || undefined;
}

/** Throws when the id is not a string, so that a wrong configuration is noticed. */
export async function loadBugReport(project: unknown) {
  if (typeof project !== "string") {
    throw new TypeError("The bug-report project id must be a string");
  }
  const { BugReportButton } = await import("./BugReportButton");
  return { default: BugReportButton };
}
