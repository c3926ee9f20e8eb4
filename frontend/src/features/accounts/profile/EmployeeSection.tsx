// Links the user's account to their employee record.
import { Text } from "@mantine/core";
import { IconId } from "@tabler/icons-react";
import { useTranslate } from "../../../i18n/translate";
import { useCurrentUser } from "../../../session/currentUser";
import { Section } from "../../../ui/layout/Section";
import { ButtonLink } from "../../../ui/links/ButtonLink";

export function EmployeeSection() {
  const t = useTranslate();
  const { employee } = useCurrentUser();
  if (!employee?.api_id) return null;
  return (
    <Section title={t("profile.employee.title")}>
      <Text size="sm" c="dimmed" mb="sm">
        {t("profile.employee.detail")}
      </Text>
      <ButtonLink
        to="/employees/$id/edit"
        params={{ id: employee.api_id }}
        variant="default"
        leftSection={<IconId size={16} aria-hidden />}
      >
        {t("profile.employee.open")}
      </ButtonLink>
    </Section>
  );
}
