// Switches the language at once, and saves it to the account, whose language applies at the next start.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "../api/client";
import type { CurrentUser } from "../api/types";
import type { Locale } from "../i18n/locale";
import { chooseLocale } from "../i18n/translate";
import { hasDirtyForm } from "../lib/dirtyForms";
import { currentUserQuery } from "./currentUser";
import { isDeactivated } from "./permissions";

/** An administrator who is signed in as another user must not change that account; the server refuses the others. */
function canSaveLocale(user: CurrentUser): boolean {
  return !(user.impersonator || user.must_enrol || isDeactivated(user));
}

export function useLocaleSwitch(): (locale: Locale) => void {
  const queryClient = useQueryClient();
  const saving = useMutation({
    // One after the other, so that the account ends with the last choice.
    scope: { id: "locale" },
    mutationFn: ({ id, locale }: { id: string; locale: Locale }) =>
      api.patch("/users/{id}/profile", { locale }, { params: { id } }),
    onSuccess: ({ data }) =>
      queryClient.setQueryData(currentUserQuery.queryKey, (user) => {
        if (user?.api_id !== data.api_id) return user;
        // A new version restarts the profile form, which would discard unsaved input.
        const version = hasDirtyForm() ? user.version : data.version;
        return { ...user, locale: data.locale, version };
      }),
  });
  return (locale) => {
    void chooseLocale(locale);
    const user = queryClient.getQueryData(currentUserQuery.queryKey);
    if (user && canSaveLocale(user)) saving.mutate({ id: user.api_id, locale });
  };
}
