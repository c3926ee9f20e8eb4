// Links to create a project, one for each kind.
import { Link } from "@tanstack/react-router";
import { useTranslate } from "../../../i18n/translate";
import classes from "./KindLinks.module.css";
import { PROJECT_KINDS } from "./kinds";
import { KindName } from "./projectBadges";

export function KindLinks({ deal }: { deal?: string | undefined }) {
  const t = useTranslate();
  return (
    <nav className={classes.kinds} aria-label={t("projects.create.choose")}>
      {PROJECT_KINDS.map((kind) => (
        <Link
          key={kind}
          to="/projects/create"
          search={deal ? { kind, deal } : { kind }}
          className={classes.kind}
        >
          <span className={classes.name}>
            <KindName kind={kind} />
          </span>
          <span className={classes.description}>{t(`projects.create.about.${kind}`)}</span>
        </Link>
      ))}
    </nav>
  );
}
