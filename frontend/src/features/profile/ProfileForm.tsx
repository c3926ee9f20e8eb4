// Name, language, time zone and currency: everyone's own to change.
import { useQueryClient } from "@tanstack/react-query";
import { refreshCurrentUser, useCurrentUser } from "../../session/currentUser";
import { applyUserLocale } from "../../session/userLocale";
import type { FieldDescription } from "../../ui/form/fields";
import { ResourceForm } from "../../ui/form/ResourceForm";

const NAME_LENGTH = 100;

const FIELDS: readonly FieldDescription[] = [
  {
    kind: "text",
    name: "first_name",
    label: "profile.field.first_name",
    required: true,
    max: NAME_LENGTH,
    section: "profile.section.about",
  },
  {
    kind: "text",
    name: "last_name",
    label: "profile.field.last_name",
    required: true,
    max: NAME_LENGTH,
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
];

export function ProfileForm() {
  const queryClient = useQueryClient();
  const user = useCurrentUser();
  const followSaved = async () => {
    const saved = await refreshCurrentUser(queryClient);
    if (saved && saved.locale !== user.locale) await applyUserLocale(saved);
  };
  return (
    <ResourceForm
      // Each saved version is a new start: what was typed is then what is stored.
      key={user.version}
      formKey={`profile/${user.api_id}`}
      path="/users"
      home={{ path: `/users/${user.api_id}/profile`, method: "patch" }}
      fields={FIELDS}
      record={user}
      onSaved={() => void followSaved()}
    />
  );
}
