// The projects that an employee manages and that need attention, as counts that open their lists.
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useTranslate } from "../../../i18n/translate";
import { useCurrentUser } from "../../../session/currentUser";
import classes from "./EmployeeHome.module.css";
import { parseTriageSearch } from "./homeSearch";
import { PROJECT_KINDS, projectsLink } from "./matterLists";
import { triageQuery } from "./queries";

export function ManagedProjects() {
  const t = useTranslate();
  const user = useCurrentUser();
  const { data } = useQuery(triageQuery(parseTriageSearch({})));
  const counts = PROJECT_KINDS.flatMap((kind) => {
    const count = data?.kinds.find((one) => one.kind === kind)?.count;
    return count ? [{ kind, count }] : [];
  });
  if (counts.length === 0) return null;
  return (
    <nav aria-label={t("home.projects.managed")} className={classes.counts}>
      {counts.map(({ kind, count }) => (
        <Link key={kind} {...projectsLink(kind, user)} data-kind={kind}>
          {t(`home.triage.tab.${kind}`)} <strong>{count}</strong>
        </Link>
      ))}
    </nav>
  );
}
