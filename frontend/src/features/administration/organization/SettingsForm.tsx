// The organization's settings as a form: all of them, or a subset.
import { Text } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslate } from "../../../i18n/translate";
import { refreshCurrentUser, useCurrentUser } from "../../../session/currentUser";
import { draftsOf } from "../../../session/drafts";
import { enumOptionsQuery } from "../../../session/enumOptions";
import { DetailSkeleton } from "../../../ui/details/DetailSkeleton";
import { LoadFailure } from "../../../ui/feedback/LoadFailure";
import { ResourceForm } from "../../../ui/form/ResourceForm";
import type { projectSettingsFields } from "./projectSettingsFields";
import type { ratesFields, settingsFields } from "./settingsFields";
import { isFullSettings, settingsQuery } from "./settingsQuery";

type Props = {
  /** The key of the draft. */
  formKey: string;
  fields: typeof settingsFields | typeof ratesFields | typeof projectSettingsFields;
};

export function SettingsForm({ formKey, fields }: Props) {
  const t = useTranslate();
  const queryClient = useQueryClient();
  const drafts = draftsOf(useCurrentUser());
  const { data: settings, isError, refetch } = useQuery(settingsQuery);
  // A new key after each save or cancel resets the form to the stored values.
  const [resetCount, setResetCount] = useState(0);
  if (settings === undefined || !isFullSettings(settings))
    return isError ? <LoadFailure retry={refetch} /> : <DetailSkeleton />;
  return (
    <>
      {settings.version === 0 && (
        <Text size="sm" c="dimmed" mb="md">
          {t("organization.never_saved")}
        </Text>
      )}
      <ResourceForm
        key={resetCount}
        formKey={formKey}
        path="/settings"
        fields={fields}
        record={settings}
        onSaved={(saved) => {
          queryClient.setQueryData(settingsQuery.queryKey, saved);
          // Some enum options depend on the settings.
          void queryClient.invalidateQueries(enumOptionsQuery);
          // The current user contains the organization's name, logo and time zone.
          void refreshCurrentUser(queryClient);
          setResetCount(resetCount + 1);
        }}
        onCancel={() => {
          drafts.discard(formKey);
          setResetCount(resetCount + 1);
        }}
      />
    </>
  );
}
