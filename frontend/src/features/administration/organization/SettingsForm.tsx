// The organization's settings as a form: all of them, or the part that a screen is about.
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
import { projectSettingsFields } from "./projectSettingsFields";
import { ratesFields, settingsFields } from "./settingsFields";
import { isFullSettings, settingsQuery } from "./settingsQuery";

/** The parts of the settings that a form is about, each under the name of its draft. */
const PARTS = {
  organization: ["settings", settingsFields],
  rates: ["settings", ratesFields],
  projects: ["settings/projects", projectSettingsFields],
} as const;

export function SettingsForm({ part }: { part: keyof typeof PARTS }) {
  const [formKey, fields] = PARTS[part];
  const t = useTranslate();
  const queryClient = useQueryClient();
  const drafts = draftsOf(useCurrentUser());
  const { data: settings, isError, refetch } = useQuery(settingsQuery);
  // A form of its own for each save and each change of mind: it starts from what is stored then.
  const [round, setRound] = useState(0);
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
        key={round}
        formKey={formKey}
        path="/settings"
        fields={fields}
        record={settings}
        onSaved={(saved) => {
          queryClient.setQueryData(settingsQuery.queryKey, saved);
          // Some choices are what the settings say.
          void queryClient.invalidateQueries(enumOptionsQuery);
          // The frame shows the name and the logo, and every day is counted in the time zone.
          void refreshCurrentUser(queryClient);
          setRound(round + 1);
        }}
        onCancel={() => {
          drafts.discard(formKey);
          setRound(round + 1);
        }}
      />
    </>
  );
}
