// The default layout: navigation, header and the bug-report widget around every screen of a signed-in user.
import { createFileRoute, Outlet } from "@tanstack/react-router";
import { BugReport } from "../features/bugReport/BugReport";
import { NotificationBell } from "../features/notifications/NotificationBell";
import { DefaultLayout } from "../features/shell/DefaultLayout";
import { useCurrentUser } from "../session/currentUser";
import { enumOptionsQuery } from "../session/enumOptions";
import { guard } from "../session/guards";

export const Route = createFileRoute("/_default")({
  beforeLoad: guard("auth"),
  loader: ({ context }) => {
    // Whoever must set up a second factor first is answered nothing else.
    if (context.user?.must_enrol) return;
    void context.queryClient.prefetchQuery(enumOptionsQuery);
  },
  component: Default,
});

function Default() {
  const { bug_project: project } = useCurrentUser().organization;
  return (
    <DefaultLayout
      bell={<NotificationBell />}
      bugReport={<BugReport {...(project ? { project } : {})} />}
    >
      <Outlet />
    </DefaultLayout>
  );
}
