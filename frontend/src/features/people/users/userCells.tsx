// The cells of the list of users.
import { useTranslate } from "../../../i18n/translate";
import { RelativeText } from "../../../ui/display/DateText";
import { StatusBadge } from "../../../ui/display/StatusBadge";
import { UserLink } from "../../../ui/links/RecordLinks";
import type { CellsOf } from "../../../ui/table/tableModel";
import { GoogleBadge, RoleBadges, SecondFactorBadge } from "./userBadges";
import type { usersList } from "./usersList";

export function LastSeen({ at }: { at: string | null }) {
  const t = useTranslate();
  return at === null ? t("users.never_seen") : <RelativeText at={at} />;
}

export const userCells: CellsOf<typeof usersList> = {
  name: (user) => <UserLink user={user} />,
  roles: (user) => <RoleBadges roles={user.roles} />,
  status: (user) => <StatusBadge enumName="user_status" value={user.status} />,
  two_factor: (user) => <SecondFactorBadge on={user.two_factor} />,
  google_linked: (user) => <GoogleBadge linked={user.google_linked} />,
  last_seen_at: (user) => <LastSeen at={user.last_seen_at} />,
  created_at: (user) => <RelativeText at={user.created_at} />,
};
