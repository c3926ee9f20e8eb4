// The members of a team: as avatars in lists, by name on cards and pages.
import type { Team, TeamRow } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { Absent } from "../../../ui/display/Absent";
import { Avatar } from "../../../ui/display/Avatar";
import { UserLink } from "../../../ui/links/RecordLinks";
import uiClasses from "../../../ui/ui.module.css";
import classes from "./Teams.module.css";
import { InactiveBadge, RepresentativeBadge } from "./teamBadges";

export type Member = Team["users"][number];

const MAX_AVATARS = 5;
const MAX_NAMES = 6;
const AVATAR_SIZE = 24;

/** Avatars of the first few and the number of the others; screen readers and hover give all names. */
export function MemberAvatars({ members }: { members: readonly Member[] }) {
  if (members.length === 0) return <Absent />;
  const names = members.map(({ name }) => name).join(", ");
  const others = members.length - MAX_AVATARS;
  return (
    <span className={classes.avatars} title={names}>
      {members.slice(0, MAX_AVATARS).map(({ api_id, name }) => (
        <Avatar key={api_id} name={name} picture={null} size={AVATAR_SIZE} />
      ))}
      {others > 0 && <span aria-hidden>+{others}</span>}
      <span className={uiClasses.unseen}>{names}</span>
    </span>
  );
}

type Props = {
  team: Pick<TeamRow, "representative" | "name"> & { users: readonly Member[] };
  /** Whether names link to the users' pages. */
  linked?: boolean;
  /** Whether only the first few are shown at first. */
  short?: boolean;
};

export function Members({ team, linked = false, short = false }: Props) {
  const t = useTranslate();
  const representativeId = team.representative?.api_id;
  // The representative comes first.
  const members = [...team.users].sort(
    (a, b) => Number(b.api_id === representativeId) - Number(a.api_id === representativeId),
  );
  const shownCount = short && members.length > MAX_NAMES + 1 ? MAX_NAMES : members.length;
  const renderMembers = (shown: readonly Member[]) => (
    <ul className={classes.members} aria-label={t("teams.members_of", { name: team.name })}>
      {shown.map((member) => (
        <MemberItem
          key={member.api_id}
          member={member}
          linked={linked}
          isRepresentative={member.api_id === representativeId}
        />
      ))}
    </ul>
  );
  return (
    <>
      {renderMembers(members.slice(0, shownCount))}
      {shownCount < members.length && (
        <details className={classes.others}>
          <summary>{t("teams.others", { count: members.length - shownCount })}</summary>
          {renderMembers(members.slice(shownCount))}
        </details>
      )}
    </>
  );
}

type MemberItemProps = { member: Member; isRepresentative: boolean; linked: boolean };

function MemberItem({ member, isRepresentative, linked }: MemberItemProps) {
  return (
    <li className={classes.member}>
      <Avatar name={member.name} picture={null} size={AVATAR_SIZE} />
      {linked ? <UserLink user={member} /> : member.name}
      {isRepresentative && <RepresentativeBadge />}
      {!member.is_active && <InactiveBadge />}
    </li>
  );
}
