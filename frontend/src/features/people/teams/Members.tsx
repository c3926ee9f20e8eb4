// The members of a team by name, on cards and pages.
import type { Team, TeamRow } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { Avatar } from "../../../ui/display/Avatar";
import { UserLink } from "../../../ui/links/RecordLinks";
import classes from "./Teams.module.css";
import { InactiveBadge, RepresentativeBadge } from "./teamBadges";

export type Member = Team["users"][number];

const MAX_NAMES = 6;
const AVATAR_SIZE = 24;

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
    <ul className={classes.members} aria-label={t("team_page.members_of", { name: team.name })}>
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
          <summary>{t("team_page.others", { count: members.length - shownCount })}</summary>
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
