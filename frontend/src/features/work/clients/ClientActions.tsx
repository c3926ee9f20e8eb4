// The actions on a client that the server allows.
import {
  IconArchive,
  IconArchiveOff,
  IconHeartbeat,
  IconPencil,
  IconReceipt2,
  IconTrash,
} from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { api } from "../../../api/client";
import type { Client } from "../../../api/types";
import { translate, useTranslate } from "../../../i18n/translate";
import { usePermissions } from "../../../session/permissions";
import { useToday } from "../../../session/today";
import { RecordActions } from "../../../ui/actions/RecordActions";
import type { RecordAction, Reversible } from "../../../ui/actions/recordAction";
import { useIsAdminArea } from "../../../ui/links/area";
import { IconLink } from "../../../ui/links/ButtonLink";
import { usePersonalDataActions } from "../../../ui/personalData/usePersonalDataActions";
import { canEdit } from "./clientFields";
import { computedHealthAction } from "./computedHealth";

type Archivable = Pick<Client, "api_id" | "name" | "version">;

/** Each change uses the version of the previous response. */
function archiveAction(client: Archivable, isArchived: boolean): Reversible {
  let { version } = client;
  const params = { id: client.api_id };
  return {
    run: async () => {
      const body = { archived: isArchived, version };
      version = (await api.patch("/clients/{id}", body, { params })).data.version;
    },
    done: translate(isArchived ? "clients.archive.done" : "clients.unarchive.done", {
      name: client.name,
    }),
    undo: () => archiveAction({ ...client, version }, !isArchived),
  };
}

function useClientActions(client: Client): RecordAction[] {
  const t = useTranslate();
  const navigate = useNavigate();
  const isAdminArea = useIsAdminArea();
  const today = useToday();
  const isArchived = client.archived_at !== null;
  const isHealthSet = client.health !== null && (client.health_until ?? "") >= today;
  const actionsByName: Partial<Record<Client["can"][number], RecordAction>> = {
    [isArchived ? "unarchive" : "archive"]: {
      label: t(isArchived ? "clients.unarchive.action" : "clients.archive.action"),
      icon: isArchived ? <IconArchiveOff size={16} /> : <IconArchive size={16} />,
      reversible: archiveAction(client, !isArchived),
    },
    delete: {
      label: t("clients.delete.action"),
      icon: <IconTrash size={16} />,
      danger: true,
      irreversible: {
        run: () => api.delete("/clients/{id}", { params: { id: client.api_id } }),
        done: t("clients.delete.done", { name: client.name }),
        confirmation: {
          title: t("clients.delete.title", { name: client.name }),
          detail: t("clients.delete.detail"),
        },
        onDeleted: () => navigate({ to: isAdminArea ? "/admin/clients" : "/clients" }),
      },
    },
  };
  const named = (["archive", "unarchive", "delete"] as const).flatMap((action) =>
    client.can.includes(action) ? (actionsByName[action] ?? []) : [],
  );
  if (!isHealthSet || !client.can.includes("edit")) return named;
  const computed = {
    label: t("client_page.health.compute"),
    icon: <IconHeartbeat size={16} />,
    reversible: computedHealthAction(client),
  };
  return [computed, ...named];
}

export function ClientActions({ client }: { client: Client }) {
  const t = useTranslate();
  const isAdminArea = useIsAdminArea();
  const { can } = usePermissions();
  const navigate = useNavigate();
  const actions = useClientActions(client);
  const billing: RecordAction = {
    label: t("clients.billing"),
    icon: <IconReceipt2 size={16} />,
    open: () =>
      void navigate({
        to: isAdminArea ? "/admin/clients/$id/billing" : "/clients/$id/billing",
        params: { id: client.api_id },
      }),
  };
  const contact = client.contact_name ?? client.contact_email;
  const personalData = usePersonalDataActions(
    contact === null ? null : { kind: "contact", id: client.api_id, name: contact },
    { canErase: true },
  );
  return (
    <>
      {canEdit(client) && (
        <IconLink
          aria-keyshortcuts="e"
          to={isAdminArea ? "/admin/clients/$id/edit" : "/clients/$id/edit"}
          params={{ id: client.api_id }}
          variant="default"
          size={36}
          aria-label={t("clients.edit")}
        >
          <IconPencil size={16} aria-hidden />
        </IconLink>
      )}
      <RecordActions
        path="/clients"
        record={client}
        actions={[...(can("invoices.view") ? [billing] : []), ...actions, ...personalData.actions]}
      />
      {personalData.dialog}
    </>
  );
}
