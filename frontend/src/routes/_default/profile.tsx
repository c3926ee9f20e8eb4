// One's own account; `redirect` is where somebody was going who must set up a second factor first.
import { createFileRoute } from "@tanstack/react-router";
import { ProfilePage } from "../../features/accounts/profile/ProfilePage";
import { loadMessages, useTranslate } from "../../i18n/translate";
import { useCurrentUser } from "../../session/currentUser";
import { safeTarget } from "../../session/guards";
import { READS_FIGURES, usePermissions } from "../../session/permissions";
import type { UrlTab } from "../../ui/layout/UrlTabs";
import { lazyComponent } from "../../ui/lazyComponent";
import { readRawSearch } from "../../ui/table/rawSearch";
import { tabSearchOf } from "../../ui/table/tabSearch";

const EmployeeFigures = lazyComponent(
  async () => (await import("../../features/insights/statistics/EmployeeFigures")).EmployeeFigures,
);

const readTab = tabSearchOf({
  figures: readRawSearch,
  notifications: null,
  exports: null,
  security: null,
  sessions: null,
  access: null,
});

export const Route = createFileRoute("/_default/profile")({
  validateSearch: (search: Record<string, unknown>): ReturnType<typeof readTab> => {
    const redirect = safeTarget(search.redirect);
    return { ...readTab(search), ...(redirect === "/" ? {} : { redirect }) };
  },
  loader: () => loadMessages("settings"),
  component: Screen,
});

function Screen() {
  const { redirect } = Route.useSearch();
  const featureTabs = useFeatureTabs();
  return <ProfilePage target={safeTarget(redirect)} featureTabs={featureTabs} />;
}

/** What the rooms beside this one show of the person. */
function useFeatureTabs(): UrlTab[] {
  const t = useTranslate();
  const { employee } = useCurrentUser();
  const { mayAny } = usePermissions();
  if (!employee || !mayAny(READS_FIGURES)) return [];
  const panel = () => <EmployeeFigures id={employee.api_id} />;
  return [{ id: "figures", label: t("profile.tab.figures"), panel }];
}
