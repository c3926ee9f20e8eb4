// The default layout: navigation, header and bug report around every screen of a signed-in user.
import { createFileRoute, Outlet } from "@tanstack/react-router";
import { useMemo } from "react";
import { BugReport } from "../features/administration/bugReports/BugReport";
import { PaletteOpener } from "../features/administration/search/PaletteOpener";
import { WorkerNotice } from "../features/administration/workers/WorkerNotice";
import { BellButton } from "../features/people/notifications/BellButton";
import { useCurrentUser } from "../session/currentUser";
import { enumOptionsQuery } from "../session/enumOptions";
import { guard } from "../session/guards";
import { lazyComponent } from "../ui/lazyComponent";
import { DefaultLayout } from "../ui/shell/DefaultLayout";
import { permittedNavigation } from "../ui/shell/permittedNavigation";

export const Route = createFileRoute("/_default")({
  beforeLoad: guard("auth"),
  loader: ({ context }) => {
    // The server refuses everything else to a user who must set up a second factor first.
    if (context.user?.must_enrol) return;
    void context.queryClient.prefetchQuery(enumOptionsQuery);
  },
  component: Default,
});

const RecognitionDialog = lazyComponent(async () => {
  const { GiveRecognitionDialog } = await import(
    "../features/insights/awards/GiveRecognitionDialog"
  );
  return ({ onClose }: { onClose: () => void }) => (
    <GiveRecognitionDialog prefill={{}} onClose={onClose} />
  );
});

function Default() {
  const user = useCurrentUser();
  const { bug_project: project } = user.organization;
  const pages = useMemo(
    () => permittedNavigation(user).flatMap((group) => group.destinations),
    [user],
  );
  return (
    <DefaultLayout
      notice={!user.must_enrol && <WorkerNotice />}
      bell={<BellButton />}
      palette={<PaletteOpener pages={pages} recognitionDialog={RecognitionDialog} />}
      bugReport={<BugReport {...(project ? { project } : {})} />}
    >
      <Outlet />
    </DefaultLayout>
  );
}
