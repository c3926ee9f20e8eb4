// The root route: reads the signed-in user first, and shows pages for unknown routes and failures.
import type { QueryClient } from "@tanstack/react-query";
import { createRootRouteWithContext, Outlet } from "@tanstack/react-router";
import type { CurrentUser } from "../api/types";
import { loadMessages } from "../i18n/translate";
import { startSession } from "../session/currentUser";
import { FailureBoundary } from "../ui/failures/FailureBoundary";
import { FailurePage } from "../ui/failures/FailurePage";
import { NotFoundPage } from "../ui/failures/NotFoundPage";
import { ImpersonationBanner } from "../ui/shell/ImpersonationBanner";
import { PageAnnouncer } from "../ui/shell/PageAnnouncer";

export type RouterContext = { queryClient: QueryClient; user: CurrentUser | null };

export const Route = createRootRouteWithContext<RouterContext>()({
  beforeLoad: async ({ context, matches }) => {
    const user = await startSession(context.queryClient);
    const parts = matches.flatMap(({ staticData }) => staticData.messages ?? []);
    if (user) await loadMessages("app", ...parts);
    return { user };
  },
  component: Root,
  errorComponent: ({ error }) => <FailurePage error={error} />,
  notFoundComponent: ({ data }) => <NotFoundPage data={data} />,
});

function Root() {
  return (
    <>
      <ImpersonationBanner />
      <PageAnnouncer />
      <FailureBoundary>
        <Outlet />
      </FailureBoundary>
    </>
  );
}
