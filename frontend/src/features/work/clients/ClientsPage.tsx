// The list of clients, with dialogs to create and edit one.
import { IconPencil, IconPlus } from "@tabler/icons-react";
import { lazy, Suspense } from "react";
import type { ClientRow } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { usePermissions } from "../../../session/permissions";
import { ImportLink, ImportPage, useImporting } from "../../../ui/imports/ImportLink";
import { PageTitle } from "../../../ui/layout/PageTitle";
import { ButtonLink, IconLink } from "../../../ui/links/ButtonLink";
import { changedSearch } from "../../../ui/links/screenSearch";
import { ResourceTable } from "../../../ui/table/ResourceTable";
import { useListState } from "../../../ui/table/useListState";
import { ClientViews } from "./ClientViews";
import { clientCells } from "./clientCells";
import { clientsBulk } from "./clientsBulk";
import { clientsList } from "./clientsList";

const ClientDialog = lazy(() =>
  import("./ClientDialog").then((module) => ({ default: module.ClientDialog })),
);

const IMPORTS = ["clients"] as const;

export function ClientsPage() {
  const t = useTranslate();
  const { can, scope } = usePermissions();
  const { search, close } = useListState(clientsList);
  const create = can("clients.create") && (
    <>
      <ImportLink kinds={IMPORTS} />
      <NewClientButton />
    </>
  );
  const isImporting = useImporting();
  if (isImporting) return <ImportPage kinds={IMPORTS} />;
  const canEditAll = scope("clients.edit") === "all";
  return (
    <>
      <PageTitle actions={create}>{t("clients.title")}</PageTitle>
      <ClientViews />
      <ResourceTable
        bulk={clientsBulk}
        list={clientsList}
        cells={clientCells}
        label={t("clients.title")}
        empty={{
          title: t("clients.empty.title"),
          detail: t("clients.empty.detail"),
          action: create,
        }}
        {...(canEditAll ? { actions: editAction } : {})}
      />
      {search.edit !== undefined && (
        <Suspense fallback={null}>
          <ClientDialog edit={search.edit} onClose={close} />
        </Suspense>
      )}
    </>
  );
}

function NewClientButton() {
  const t = useTranslate();
  return (
    <ButtonLink
      aria-keyshortcuts="c"
      to="."
      search={changedSearch({ edit: "new" })}
      leftSection={<IconPlus size={16} aria-hidden />}
    >
      {t("clients.new")}
    </ButtonLink>
  );
}

function editAction(client: ClientRow) {
  return <EditButton client={client} />;
}

function EditButton({ client }: { client: ClientRow }) {
  const t = useTranslate();
  return (
    <IconLink
      to="."
      search={changedSearch({ edit: client.api_id })}
      variant="subtle"
      color="gray"
      size={24}
      aria-label={t("clients.edit_title", { name: client.name })}
    >
      <IconPencil size={16} aria-hidden />
    </IconLink>
  );
}
