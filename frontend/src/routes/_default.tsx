// The default layout: navigation, header and bug report around every screen of a signed-in user.
import { createFileRoute, Outlet } from "@tanstack/react-router";
import { useMemo, useState } from "react";
import { BugReport } from "../features/administration/bugReports/BugReport";
import { CreateMenu } from "../features/administration/search/CreateMenu";
import { FavoriteButton } from "../features/administration/search/FavoriteButton";
import { PaletteOpener } from "../features/administration/search/PaletteOpener";
import { SavedRecords } from "../features/administration/search/SavedRecords";
import { WorkerNotice } from "../features/administration/workers/WorkerNotice";
import { BellButton } from "../features/people/notifications/BellButton";
import { loadMessages } from "../i18n/translate";
import { useCurrentUser } from "../session/currentUser";
import { enumOptionsQuery } from "../session/enumOptions";
import { guard } from "../session/guards";
import { lazyComponent } from "../ui/lazyComponent";
import { DefaultLayout } from "../ui/shell/DefaultLayout";
import { permittedPages } from "../ui/shell/permittedNavigation";

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
  const [{ GiveRecognitionDialog }] = await Promise.all([
    import("../features/insights/awards/GiveRecognitionDialog"),
    loadMessages("personal"),
  ]);
  return ({ onClose }: { onClose: () => void }) => (
    <GiveRecognitionDialog prefill={{}} onClose={onClose} />
  );
}, null);
const ChooseRetainer = lazyComponent(async () => {
  const [dialog] = await Promise.all([
    import("../features/work/churns/ChooseRetainer"),
    loadMessages("dialogs"),
  ]);
  return dialog.ChooseRetainer;
}, null);

function Default() {
  const user = useCurrentUser();
  const { bug_project: project } = user.organization;
  const [dialog, setDialog] = useState<"recognition" | "churn" | null>(null);
  const pages = useMemo(() => permittedPages(user), [user]);
  const close = () => setDialog(null);
  const openers = { onGive: () => setDialog("recognition"), onChurn: () => setDialog("churn") };
  return (
    <DefaultLayout
      notice={!user.must_enrol && <WorkerNotice />}
      header={{
        palette: <PaletteOpener pages={pages} {...openers} />,
        createMenu: <CreateMenu {...openers} />,
        bell: <BellButton />,
        favorite: <FavoriteButton />,
      }}
      records={<SavedRecords />}
      bugReport={<BugReport {...(project ? { project } : {})} />}
    >
      <Outlet />
      {dialog === "recognition" && <RecognitionDialog onClose={close} />}
      {dialog === "churn" && <ChooseRetainer onClose={close} />}
    </DefaultLayout>
  );
}
