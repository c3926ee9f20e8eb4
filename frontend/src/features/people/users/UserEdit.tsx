// Edits a user.
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useMemo } from "react";
import { itemQuery } from "../../../api/queries";
import type { User } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { DetailSkeleton } from "../../../ui/details/DetailSkeleton";
import { Forbidden } from "../../../ui/feedback/Forbidden";
import { FormPage } from "../../../ui/form/FormPage";
import { ResourceForm } from "../../../ui/form/ResourceForm";
import { PageTitle } from "../../../ui/layout/PageTitle";
import { secondFactorQuery } from "../../../ui/reauthentication/reauthentication";
import { useReauthentication } from "../../../ui/reauthentication/useReauthentication";
import { userFields } from "./userFields";

export function UserEdit({ id }: { id: string }) {
  const t = useTranslate();
  const { data: user } = useQuery(itemQuery("/users/{id}", id));
  if (user === undefined) return <DetailSkeleton />;
  return (
    <FormPage>
      <PageTitle>{t("users.edit_title", { name: user.name })}</PageTitle>
      {user.can.includes("edit") ? <UserForm key={user.api_id} user={user} /> : <Forbidden />}
    </FormPage>
  );
}

function UserForm({ user }: { user: User }) {
  const navigate = useNavigate();
  const fields = useMemo(() => userFields(user), [user]);
  const { data: factor } = useQuery(secondFactorQuery);
  const reauthentication = useReauthentication(
    factor?.reauthenticated_until ?? null,
    factor?.totp ?? false,
  );
  const back = () => void navigate({ to: "/admin/users/$id/view", params: { id: user.api_id } });
  return (
    <>
      <ResourceForm
        formKey={`users/${user.api_id}`}
        path="/users"
        fields={fields}
        record={user}
        wrapSave={reauthentication.run}
        onSaved={back}
        onCancel={back}
      />
      {reauthentication.dialog}
    </>
  );
}
