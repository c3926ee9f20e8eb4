// Who a person is, in the column that stays in sight.
import { Anchor } from "@mantine/core";
import type { User } from "../../api/types";
import { useTranslate } from "../../i18n/translate";
import { timezoneName } from "../../lib/timezoneName";
import { useEnumOptions } from "../../session/enumOptions";
import { RelativeText } from "../../ui/DateText";
import { Facts } from "../../ui/Facts";
import { Section } from "../../ui/Section";
import { RoleBadges } from "./userBadges";

export function UserFacts({ user }: { user: User }) {
  const t = useTranslate();
  const { label } = useEnumOptions();
  const facts = [
    {
      label: t("users.field.email"),
      value: (
        <Anchor inherit href={`mailto:${user.email}`}>
          {user.email}
        </Anchor>
      ),
    },
    { label: t("users.field.roles"), value: <RoleBadges roles={user.roles} /> },
    ...(user.previous_roles.length > 0
      ? [
          {
            label: t("users.field.previous_roles"),
            value: <RoleBadges roles={user.previous_roles} />,
          },
        ]
      : []),
    { label: t("users.field.locale"), value: label("language", user.locale) },
    { label: t("users.field.timezone"), value: timezoneName(user.timezone) },
    { label: t("users.field.currency"), value: user.currency },
    { label: t("users.field.created_at"), value: <RelativeText at={user.created_at} /> },
  ];
  return (
    <Section title={t("users.facts")}>
      <Facts facts={facts} />
    </Section>
  );
}
