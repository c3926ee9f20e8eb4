// Name, language, time zone and currency of the current user.
import { useQueryClient } from "@tanstack/react-query";
import { ProfileUpdate } from "../../../api/shapes/ProfileUpdate.gen";
import { refreshCurrentUser, useCurrentUser } from "../../../session/currentUser";
import { applyUserLocale } from "../../../session/userLocale";
import { defineFields } from "../../../ui/form/fields";
import { ResourceForm } from "../../../ui/form/ResourceForm";

const FIELDS = defineFields(ProfileUpdate, [
  {
    kind: "text",
    name: "first_name",
    label: "profile.field.first_name",
    required: true,
    section: "profile.section.about",
  },
  {
    kind: "text",
    name: "last_name",
    label: "profile.field.last_name",
    required: true,
  },
  {
    kind: "choice",
    name: "locale",
    label: "profile.field.locale",
    help: "profile.help.locale",
    enumName: "language",
    required: true,
    section: "profile.section.preferences",
  },
  {
    kind: "timezone",
    name: "timezone",
    label: "profile.field.timezone",
    help: "profile.help.timezone",
    required: true,
  },
  {
    kind: "choice",
    name: "currency",
    label: "profile.field.currency",
    help: "profile.help.currency",
    enumName: "currency",
    required: true,
  },
]);

export function ProfileForm() {
  const queryClient = useQueryClient();
  const user = useCurrentUser();
  const applySaved = async () => {
    const saved = await refreshCurrentUser(queryClient);
    if (saved && saved.locale !== user.locale) await applyUserLocale(saved);
  };
  return (
    <ResourceForm
      // Resets the form after each save.
      key={user.version}
      formKey={`profile/${user.api_id}`}
      endpoint={{ path: "/users/{id}/profile", params: { id: user.api_id }, method: "patch" }}
      fields={FIELDS}
      record={user}
      onSaved={() => void applySaved()}
    />
  );
}
