// The current user's permissions, with the roles that grant them.
import { Skeleton, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { dataQuery } from "../../../api/queries";
import { useTranslate } from "../../../i18n/translate";
import { AccessTable } from "../../../ui/account/AccessTable";
import { LoadFailure } from "../../../ui/feedback/LoadFailure";
import { Section } from "../../../ui/layout/Section";

const accessQuery = dataQuery("/me/access");

export function AccessPanel() {
  const t = useTranslate();
  const { data: access, isError, refetch } = useQuery(accessQuery);
  return (
    <Section title={t("profile.access.title")}>
      <Text size="sm" c="dimmed" mb="lg">
        {t("profile.access.detail")}
      </Text>
      {access && <AccessTable access={access} />}
      {!access && (isError ? <LoadFailure retry={refetch} /> : <Skeleton height={320} />)}
    </Section>
  );
}
