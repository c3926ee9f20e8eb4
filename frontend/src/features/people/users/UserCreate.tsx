// Invites a user: creates the account and sends a mail to choose a password.
import { Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useMemo } from "react";
import { dataQuery, runIf } from "../../../api/queries";
import { useTranslate } from "../../../i18n/translate";
import { useCurrentUser } from "../../../session/currentUser";
import { usePermissions } from "../../../session/permissions";
import { DetailSkeleton } from "../../../ui/details/DetailSkeleton";
import { Forbidden } from "../../../ui/feedback/Forbidden";
import { FormPage } from "../../../ui/form/FormPage";
import { ResourceForm } from "../../../ui/form/ResourceForm";
import { PageTitle } from "../../../ui/layout/PageTitle";
import { invitationFields } from "./userFields";

/** The validity of an invitation, as on the server. */
const LINK_DAYS = 7;

export function UserCreate() {
  const t = useTranslate();
  const navigate = useNavigate();
  const { can } = usePermissions();
  const inviter = useCurrentUser();
  const fields = useMemo(() => invitationFields(inviter.roles), [inviter.roles]);
  const { data: settings } = useQuery({
    ...dataQuery("/settings"),
    ...runIf(can("users.create")),
  });
  if (!can("users.create")) return <Forbidden page={t("users.new")} />;
  if (settings === undefined) return <DetailSkeleton />;
  return (
    <FormPage>
      <PageTitle>{t("users.new")}</PageTitle>
      <Text size="sm" c="dimmed" mb="md">
        {t("users.invite_detail", { days: LINK_DAYS })}
      </Text>
      <ResourceForm
        formKey="users/new"
        path="/users"
        fields={fields}
        prefill={{
          locale: settings.default_locale,
          timezone: settings.timezone,
          currency: settings.reporting_currency,
        }}
        submitLabel={t("users.invite")}
        onSaved={({ api_id }) =>
          void navigate({ to: "/admin/users/$id/view", params: { id: api_id } })
        }
        onCancel={() => void navigate({ to: "/admin/users" })}
      />
    </FormPage>
  );
}
