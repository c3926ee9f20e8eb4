// Shows the bug report widget when a project is configured; an error in it does not break the page.
import { Component, lazy, type ReactNode, Suspense, useMemo } from "react";
import { configuredProject, loadBugReport } from "./loader";

type Props = { children: ReactNode };

class WidgetBoundary extends Component<Props, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    return this.state.failed ? null : this.props.children;
  }
}

type BugReportProps = { project?: unknown };

export function BugReport({ project = configuredProject() }: BugReportProps) {
  const Widget = useMemo(
    () => (project === undefined ? null : lazy(() => loadBugReport(project))),
    [project],
  );
  if (!Widget) return null;
  return (
    <WidgetBoundary>
      <Suspense fallback={null}>
        <Widget />
      </Suspense>
    </WidgetBoundary>
  );
}
