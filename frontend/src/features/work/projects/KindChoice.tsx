// The three kinds of project, each in a sentence.
import { Link } from "@tanstack/react-router";
import { useTranslate } from "../../../i18n/translate";
import classes from "./KindChoice.module.css";
import { PROJECT_KINDS } from "./kinds";
import { KindName } from "./projectBadges";

export function KindChoice({ deal }: { deal?: string | undefined }) {
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
          <span className={classes.about}>{t(`projects.create.about.${kind}`)}</span>
        </Link>
      ))}
    </nav>
  );
}
