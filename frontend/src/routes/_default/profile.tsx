// The user's account; `redirect` is where a user was going who must set up a second factor first.
import { createFileRoute } from "@tanstack/react-router";
import { ProfilePage } from "../../features/accounts/profile/ProfilePage";
import { EmployeeFigures } from "../../features/insights/statistics/lazyFigures";
import { useTranslate } from "../../i18n/translate";
import { useCurrentUser } from "../../session/currentUser";
import { safeRedirect } from "../../session/guards";
import { STATISTICS_PERMISSIONS, usePermissions } from "../../session/permissions";
import type { UrlTab } from "../../ui/layout/UrlTabs";
import type { ScreenSearch } from "../../ui/links/screenSearch";
import { readRawSearch } from "../../ui/table/rawSearch";
import { readTabSearch } from "../../ui/table/tabSearch";

const readTab = readTabSearch({
  figures: readRawSearch,
  notifications: null,
  exports: null,
  security: null,
  sessions: null,
  access: null,
});

export const Route = createFileRoute("/_default/profile")({
  staticData: { messages: ["account", "profile"] },
  validateSearch: (search: Record<string, unknown>): ScreenSearch & { redirect?: string } => {
    const redirect = safeRedirect(search.redirect);
    return { ...readTab(search), ...(redirect === "/" ? {} : { redirect }) };
  },
  component: Screen,
});

function Screen() {
  const { redirect } = Route.useSearch();
  const featureTabs = useFeatureTabs();
  return <ProfilePage target={safeRedirect(redirect)} featureTabs={featureTabs} />;
}

/** The tabs that features add to the account. */
function useFeatureTabs(): UrlTab[] {
  const t = useTranslate();
  const { employee } = useCurrentUser();
  const { canAny } = usePermissions();
  if (!employee || !canAny(STATISTICS_PERMISSIONS)) return [];
  const panel = () => <EmployeeFigures id={employee.api_id} />;
  return [{ id: "figures", label: t("profile.tab.figures"), panel }];
}
