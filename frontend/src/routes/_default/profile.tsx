// One's own account; `redirect` is where somebody was going who must set up a second factor first.
import { createFileRoute } from "@tanstack/react-router";
import { ProfilePage } from "../../features/profile/ProfilePage";
import { loadAccountWords } from "../../i18n/translate";
import { safeTarget } from "../../session/guards";

const TABS = ["security", "sessions", "access"];
type Search = { redirect?: string; tab?: string };

export const Route = createFileRoute("/_default/profile")({
  validateSearch: (search: Record<string, unknown>): Search => {
    const tab = TABS.find((one) => one === search.tab);
    const redirect = safeTarget(search.redirect);
    return { ...(redirect === "/" ? {} : { redirect }), ...(tab ? { tab } : {}) };
  },
  loader: loadAccountWords,
  component: Screen,
});

function Screen() {
  const { redirect } = Route.useSearch();
  return <ProfilePage target={safeTarget(redirect)} />;
}
