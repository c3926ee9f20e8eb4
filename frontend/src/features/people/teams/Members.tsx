// The people of a team: a row of faces where room is short, by name where there is some.
import type { Team, TeamRow } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { Absent } from "../../../ui/display/Absent";
import { Avatar } from "../../../ui/display/Avatar";
import { UserLink } from "../../../ui/links/RecordLinks";
import uiClasses from "../../../ui/ui.module.css";
import classes from "./Teams.module.css";
import { InactiveBadge, RepresentativeBadge } from "./teamBadges";

export type Member = Team["users"][number];

const FACES = 5;
const NAMED = 6;
const FACE_SIZE = 24;

/** The initials of the first few, the number of the others; all names are read out and shown on hover. */
export function MemberAvatars({ members }: { members: readonly Member[] }) {
  if (members.length === 0) return <Absent />;
  const names = members.map(({ name }) => name).join(", ");
  const others = members.length - FACES;
  return (
    <span className={classes.faces} title={names}>
      {members.slice(0, FACES).map(({ api_id, name }) => (
        <Avatar key={api_id} name={name} picture={null} size={FACE_SIZE} />
      ))}
      {others > 0 && <span aria-hidden>+{others}</span>}
      <span className={uiClasses.unseen}>{names}</span>
    </span>
  );
}

type Props = {
  team: Pick<TeamRow, "representative" | "name"> & { users: readonly Member[] };
  /** Whether names lead to the administrators' pages of people. */
  linked?: boolean;
  /** Whether only the first few are shown until the reader asks for the others. */
  short?: boolean;
};

export function Members({ team, linked = false, short = false }: Props) {
  const t = useTranslate();
  const speaks = team.representative?.api_id;
  // Whoever speaks for the team comes first.
  const members = [...team.users].sort(
    (one, other) => Number(other.api_id === speaks) - Number(one.api_id === speaks),
  );
  const cut = short && members.length > NAMED + 1 ? NAMED : members.length;
  const lines = (shown: readonly Member[]) => (
    <ul className={classes.members} aria-label={t("teams.members_of", { name: team.name })}>
      {shown.map((member) => (
        <MemberLine
          key={member.api_id}
          member={member}
          linked={linked}
          speaks={member.api_id === speaks}
        />
      ))}
    </ul>
  );
  return (
    <>
      {lines(members.slice(0, cut))}
      {cut < members.length && (
        <details className={classes.others}>
          <summary>{t("teams.others", { count: members.length - cut })}</summary>
          {lines(members.slice(cut))}
        </details>
      )}
    </>
  );
}

type LineProps = { member: Member; speaks: boolean; linked: boolean };

function MemberLine({ member, speaks, linked }: LineProps) {
  return (
    <li className={classes.member}>
      <Avatar name={member.name} picture={null} size={FACE_SIZE} />
      {linked ? <UserLink user={member} /> : member.name}
      {speaks && <RepresentativeBadge />}
      {!member.is_active && <InactiveBadge />}
    </li>
  );
}
