// The settings of a connection in a dialog, opened by `?edit=<service>`.
import { ActionIcon, Skeleton, Stack, Text } from "@mantine/core";
import "@mantine/core/styles/ActionIcon.css";
import "@mantine/core/styles/Skeleton.css";
import { IconCopy } from "@tabler/icons-react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import type { ConnectionSettings, Service } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { serviceName } from "../../../lib/services";
import { copyText } from "../../../ui/actions/copyText";
import { LoadFailure } from "../../../ui/feedback/LoadFailure";
import { FormModal } from "../../../ui/form/FormModal";
import { ResourceForm } from "../../../ui/form/ResourceForm";
import uiClasses from "../../../ui/ui.module.css";
import classes from "./Connections.module.css";
import { connectionFields } from "./connectionFields";
import { settingsQuery } from "./connectionQueries";

type Props = { service: Service; onClose: () => void };

export function SettingsDialog({ service, onClose }: Props) {
  const t = useTranslate();
  const query = useQuery({ ...settingsQuery(service), staleTime: 0 });
  const title = t("connections.settings.title", { service: serviceName(service) });
  return (
    <FormModal opened title={title} onClose={onClose}>
      {query.data && <SettingsForm key={service} settings={query.data} onClose={onClose} />}
      {!query.data &&
        (query.isError ? <LoadFailure retry={query.refetch} /> : <Skeleton height={320} />)}
    </FormModal>
  );
}

function SettingsForm({
  settings,
  onClose,
}: {
  settings: ConnectionSettings;
  onClose: () => void;
}) {
  const t = useTranslate();
  const queryClient = useQueryClient();
  const { service, configured_by } = settings;
  const fields = useMemo(() => connectionFields(settings), [settings]);
  return (
    <Stack gap="md">
      {configured_by === "environment" && (
        <Text size="sm">{t("connections.settings.of_environment")}</Text>
      )}
      <Addresses settings={settings} />
      <ResourceForm
        formKey={`connections/${service}`}
        endpoint={{ path: "/connections/{service}", params: { service }, method: "patch" }}
        fields={fields}
        record={settings}
        onSaved={() => {
          queryClient.removeQueries(settingsQuery(service));
          onClose();
        }}
        onCancel={onClose}
      />
    </Stack>
  );
}

/** The addresses to enter in the service's own settings. */
function Addresses({ settings }: { settings: ConnectionSettings }) {
  const t = useTranslate();
  const { service, webhook_url, redirect_url } = settings;
  const lines = [
    { label: t("connections.settings.webhook_url"), address: webhook_url },
    ...(redirect_url === null
      ? []
      : [{ label: t("connections.settings.redirect_url"), address: redirect_url }]),
  ];
  const title = t("connections.settings.addresses", { service: serviceName(service) });
  return (
    <section aria-label={title}>
      <Text size="sm" fw={600} mb={4} component="h3">
        {title}
      </Text>
      <dl className={uiClasses.facts}>
        {lines.map(({ label, address }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <Address label={label} address={address} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Address({ label, address }: { label: string; address: string }) {
  const t = useTranslate();
  return (
    <span className={classes.address}>
      <code>{address}</code>
      <ActionIcon
        variant="default"
        size={28}
        aria-label={t("connections.settings.copy", { label })}
        onClick={() => void copyText(address, t("connections.settings.copied"))}
      >
        <IconCopy size={14} aria-hidden />
      </ActionIcon>
    </span>
  );
}
