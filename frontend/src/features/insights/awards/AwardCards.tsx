// Recognition as cards: receiver, value, message and giver.
import { IconArrowBackUp, IconLock } from "@tabler/icons-react";
import { api } from "../../../api/client";
import type { Award } from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { useCurrentUser } from "../../../session/currentUser";
import { RecordActions } from "../../../ui/actions/RecordActions";
import { Badge } from "../../../ui/display/Badge";
import { DateText } from "../../../ui/display/DateText";
import { ValueBadge, valueName } from "../../../ui/display/ValueBadge";
import { ProjectLink } from "../../../ui/links/RecordLinks";
import classes from "./Recognition.module.css";

type Props = { awards: readonly Award[]; busy: boolean; label: string };

export function AwardCards({ awards, busy, label }: Props) {
  return (
    <ul className={classes.wall} aria-label={label} aria-busy={busy}>
      {awards.map((award) => (
        <AwardCard key={award.api_id} award={award} />
      ))}
    </ul>
  );
}

function AwardCard({ award }: { award: Award }) {
  const t = useTranslate();
  const { receiver, giver, message, project, visibility } = award;
  return (
    <li className={classes.award}>
      <div className={classes.head}>
        <ValueBadge value={award.core_value} />
        <RevokeMenu award={award} />
      </div>
      <p className={classes.receiver}>{receiver.name}</p>
      <blockquote className={classes.message}>{message}</blockquote>
      <p className={classes.foot}>
        <span>{t("recognition.given_by", { name: giver.name })}</span>
        <DateText on={award.awarded_on} />
        {project && <ProjectLink project={project} />}
        {visibility === "private" && (
          <Badge icon={<IconLock size={14} aria-hidden />}>
            {t("recognition.visibility.private")}
          </Badge>
        )}
      </p>
    </li>
  );
}

function RevokeMenu({ award }: { award: Award }) {
  const t = useTranslate();
  const locale = useLocale();
  const { impersonator } = useCurrentUser();
  if (award.can.length === 0 || impersonator !== undefined) return null;
  const name = award.receiver.name;
  const names = { name, value: valueName(award.core_value, locale) };
  const revoke = {
    label: t("recognition.revoke.action"),
    icon: <IconArrowBackUp size={16} />,
    danger: true,
    irreversible: {
      run: () => api.delete("/awards/{id}", { params: { id: award.api_id } }),
      done: t("recognition.revoke.done", names),
      confirmation: {
        title: t("recognition.revoke.title", names),
        detail: t("recognition.revoke.detail"),
      },
    },
  };
  return (
    <RecordActions path="/awards" record={{ api_id: award.api_id, name }} actions={[revoke]} />
  );
}
