// Loads the bug-report widget, and only where a project to report to is configured.

/** The project id the server wrote into the page; undefined when none is configured. */
export function configuredProject(): unknown {
  const meta = document.querySelector<HTMLMetaElement>('meta[name="regie-bug-project"]');
  return meta?.content || undefined;
}

/** Throws when the id is not a text: a wrong configuration must not look like a working widget. */
export async function loadBugReport(project: unknown) {
  if (typeof project !== "string") {
    throw new TypeError("The bug-report project id must be a string");
  }
  const { BugReportButton } = await import("./BugReportButton");
  return { default: () => BugReportButton({ project }) };
}
