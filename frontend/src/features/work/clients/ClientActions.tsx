// The actions on a client that the server allows.
import { IconArchive, IconArchiveOff, IconPencil, IconTrash } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { api } from "../../../api/client";
import type { Client } from "../../../api/types";
import { translate, useTranslate } from "../../../i18n/translate";
import { usePermissions } from "../../../session/permissions";
import { RecordActions } from "../../../ui/actions/RecordActions";
import type { RecordAction, Reversible } from "../../../ui/actions/recordAction";
import { useIsAdminArea } from "../../../ui/links/area";
import { ButtonLink } from "../../../ui/links/ButtonLink";
import { usePersonalDataActions } from "../../../ui/personalData/usePersonalDataActions";
import { canEdit } from "./clientFields";

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
  const isArchived = client.archived_at !== null;
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
  return (["archive", "unarchive", "delete"] as const).flatMap((action) =>
    client.can.includes(action) ? (actionsByName[action] ?? []) : [],
  );
}

export function ClientActions({ client }: { client: Client }) {
  const t = useTranslate();
  const isAdminArea = useIsAdminArea();
  const { can } = usePermissions();
  const actions = useClientActions(client);
  const contact = client.contact_name ?? client.contact_email;
  const personalData = usePersonalDataActions(
    contact === null ? null : { kind: "contact", id: client.api_id, name: contact },
    { canErase: true },
  );
  return (
    <>
      {can("invoices.view") && (
        <ButtonLink
          variant="default"
          to={isAdminArea ? "/admin/clients/$id/billing" : "/clients/$id/billing"}
          params={{ id: client.api_id }}
        >
          {t("clients.billing")}
        </ButtonLink>
      )}
      {canEdit(client) && (
        <ButtonLink
          aria-keyshortcuts="e"
          to={isAdminArea ? "/admin/clients/$id/edit" : "/clients/$id/edit"}
          params={{ id: client.api_id }}
          leftSection={<IconPencil size={16} aria-hidden />}
        >
          {t("clients.edit")}
        </ButtonLink>
      )}
      <RecordActions
        path="/clients"
        record={client}
        actions={[...actions, ...personalData.actions]}
      />
      {personalData.dialog}
    </>
  );
}
