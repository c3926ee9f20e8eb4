// The settings that hold for the whole agency, and who changed them.
import { Text } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import type { Settings } from "../../api/types";
import { useTranslate } from "../../i18n/translate";
import { useCurrentUser } from "../../session/currentUser";
import { draftsOf } from "../../session/drafts";
import { usePermissions } from "../../session/permissions";
import { DetailSkeleton } from "../../ui/DetailSkeleton";
import { Forbidden } from "../../ui/Forbidden";
import { FormPage } from "../../ui/form/FormPage";
import { ResourceForm } from "../../ui/form/ResourceForm";
import { PageTitle } from "../../ui/PageTitle";
import uiClasses from "../../ui/ui.module.css";
import { settingsFields } from "./settingsFields";
import { settingsQuery } from "./settingsQuery";

/** `activity` is what another room shows of the settings' past; the route brings them together. */
export function OrganizationPage({ activity }: { activity: ReactNode }) {
  const t = useTranslate();
  const { may } = usePermissions();
  if (!may("settings.edit")) return <Forbidden />;
  return (
    <FormPage>
      <PageTitle>{t("organization.title")}</PageTitle>
      <SettingsForm />
      <section aria-labelledby="settings-activity" style={{ marginTop: 32 }}>
        <h2 id="settings-activity" className={uiClasses.heading}>
          {t("organization.activity")}
        </h2>
        {activity}
      </section>
    </FormPage>
  );
}

function SettingsForm() {
  const t = useTranslate();
  const queryClient = useQueryClient();
  const drafts = draftsOf(useCurrentUser());
  const { data: settings } = useQuery(settingsQuery);
  // A form of its own for each save and each change of mind: it starts from what is stored then.
  const [round, setRound] = useState(0);
  if (settings === undefined) return <DetailSkeleton />;
  return (
    <>
      {settings.version === 0 && (
        <Text size="sm" c="dimmed" mb="md">
          {t("organization.never_saved")}
        </Text>
      )}
      <ResourceForm
        key={round}
        formKey="settings"
        path="/settings"
        fields={settingsFields}
        record={settings}
        onSaved={(saved) => {
          queryClient.setQueryData(settingsQuery.queryKey, saved as unknown as Settings);
          setRound(round + 1);
        }}
        onCancel={() => {
          drafts.discard("settings");
          setRound(round + 1);
        }}
      />
    </>
  );
}
