// The state of the lists of fixed-price and out-of-scope projects in a sentence, and their ready views.
import { useTranslate } from "../../../i18n/translate";
import { useCurrentUser } from "../../../session/currentUser";
import { ReadyViews } from "../../../ui/layout/ReadyViews";
import { ViewsState } from "../../../ui/layout/ViewsState";
import { listFilters } from "../../../ui/links/screenSearch";
import { projectsList } from "./projectsList";

const LATE = { id: "late", search: listFilters("/projects", { deadline: "late" }) } as const;

export function ProjectViews({ kind }: { kind: "fixed" | "oos" }) {
  const t = useTranslate();
  const user = useCurrentUser();
  const waiting =
    kind === "oos"
      ? [{ id: "waiting", search: listFilters("/projects", { approval: "waiting" }) } as const]
      : [];
  const others = [
    { id: "ending_soon", search: listFilters("/projects", { deadline: "ending_soon" }) },
    ...(kind === "fixed"
      ? [{ id: "over_budget", search: listFilters("/projects", { over_budget: true }) } as const]
      : []),
  ] as const;
  const views = [
    { id: "all", search: {} },
    { id: "mine", search: listFilters("/projects", { account_manager: user.api_id }) },
    ...waiting,
    LATE,
    ...others,
  ] as const;
  const sentenceOf = (view: typeof LATE | (typeof waiting)[number] | (typeof others)[number]) => ({
    ...view,
    text: (count: number, total: number) => t(`states.projects.${view.id}`, { count, total }),
  });
  const counted = { list: projectsList(kind), fixed: { kind } };
  return (
    <>
      <ViewsState
        counted={counted}
        parts={[sentenceOf(LATE), ...[...waiting, ...others].map(sentenceOf)]}
      />
      <ReadyViews
        label={t("states.views.projects.label")}
        counted={counted}
        views={views.map((view) => ({ ...view, label: t(`states.views.projects.${view.id}`) }))}
      />
    </>
  );
}
