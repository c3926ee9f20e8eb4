// The overview of a user: sign-in methods, open clients and projects.
import { Skeleton, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { User } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { usePermissions } from "../../../session/permissions";
import { Facts } from "../../../ui/details/Facts";
import { RelativeText } from "../../../ui/display/DateText";
import { Section } from "../../../ui/layout/Section";
import { ResponsibilitiesText, responsibilitiesQuery } from "./responsibilities";
import { GoogleBadge, SecondFactorBadge } from "./userBadges";
import { LastSeen } from "./userCells";

export function UserOverview({ user }: { user: User }) {
  const t = useTranslate();
  const { can } = usePermissions();
  const facts = [
    { label: t("users.field.last_seen_at"), value: <LastSeen at={user.last_seen_at} /> },
    { label: t("users.field.two_factor"), value: <SecondFactorBadge on={user.two_factor} /> },
    { label: t("users.field.google_linked"), value: <GoogleBadge linked={user.google_linked} /> },
    ...(user.invited_at
      ? [{ label: t("users.field.invited_at"), value: <RelativeText at={user.invited_at} /> }]
      : []),
    ...(user.undelivered_at
      ? [
          {
            label: t("users.field.undelivered_at"),
            value: <RelativeText at={user.undelivered_at} />,
          },
        ]
      : []),
  ];
  return (
    <Stack gap="md">
      <Section title={t("users.sign_in")}>
        <Facts facts={facts} wide />
      </Section>
      {can("users.edit") && <HoldingsSection id={user.api_id} />}
    </Stack>
  );
}

function HoldingsSection({ id }: { id: string }) {
  const t = useTranslate();
  const { data: responsibilities } = useQuery(responsibilitiesQuery(id));
  return (
    <Section title={t("users.responsibilities")}>
      {responsibilities === undefined ? (
        <Skeleton height={20} />
      ) : (
        <ResponsibilitiesText responsibilities={responsibilities} />
      )}
    </Section>
  );
}
