// The facts of a user, in the side column.
import type { User } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { Facts } from "../../../ui/details/Facts";
import { useRecordFacts } from "../../../ui/details/RecordFacts";
import { RelativeText } from "../../../ui/display/DateText";
import { Section } from "../../../ui/layout/Section";
import { RoleBadges } from "./userBadges";
import { userFields } from "./userFields";

export function UserFacts({ user }: { user: User }) {
  const t = useTranslate();
  const { roles, previous_roles } = user;
  const facts = useRecordFacts("users", userFields(user), user, {
    order: ["email", "roles", "previous_roles", "locale", "timezone", "currency", "created_at"],
    omit: ["first_name", "last_name"],
    extra: {
      roles: <RoleBadges roles={roles} />,
      previous_roles: previous_roles.length > 0 ? <RoleBadges roles={previous_roles} /> : undefined,
      currency: user.currency,
      created_at: <RelativeText at={user.created_at} />,
    },
  });
  return (
    <Section title={t("users.facts")}>
      <Facts facts={facts} />
    </Section>
  );
}
