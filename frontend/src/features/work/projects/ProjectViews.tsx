// The ready views of the lists of fixed-price and out-of-scope projects.
import type { ProjectKind } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { useCurrentUser } from "../../../session/currentUser";
import { ReadyViews } from "../../../ui/layout/ReadyViews";
import { listFilters } from "../../../ui/links/screenSearch";
import { projectsList } from "./projectsList";

export function ProjectViews({ kind }: { kind: ProjectKind }) {
  const t = useTranslate();
  const user = useCurrentUser();
  if (kind === "retainer") return null;
  const views = [
    { id: "all", search: {} },
    { id: "mine", search: listFilters("/projects", { account_manager: user.api_id }) },
    ...(kind === "oos"
      ? [{ id: "waiting", search: listFilters("/projects", { approval: "waiting" }) } as const]
      : []),
    { id: "late", search: listFilters("/projects", { deadline: "late" }) },
    { id: "ending_soon", search: listFilters("/projects", { deadline: "ending_soon" }) },
    ...(kind === "fixed"
      ? [{ id: "over_budget", search: listFilters("/projects", { over_budget: true }) } as const]
      : []),
  ] as const;
  return (
    <ReadyViews
      label={t("projects.ready.label")}
      counted={{ list: projectsList(kind), fixed: { kind } }}
      views={views.map((view) => ({ ...view, label: t(`projects.ready.${view.id}`) }))}
    />
  );
}
