// What can be done with many clients at once.
import { IconArchive, IconArchiveOff, IconUserShare } from "@tabler/icons-react";
import type { ClientRow } from "../../api/types";
import { BulkActions } from "../../ui/selection/BulkActions";
import type { BulkAction, BulkProps } from "../../ui/selection/bulk";

const shared = { needs: ["clients.edit"], path: "/clients/batches" } as const;
const wasArchived = (client: ClientRow) => ({ archived: client.archived_at !== null });

const actions: readonly BulkAction<ClientRow>[] = [
  {
    ...shared,
    label: "selection.account_manager.action",
    icon: IconUserShare,
    done: "selection.account_manager.done",
    back: (client) => ({ account_manager: client.account_manager.api_id }),
    fields: [
      {
        kind: "reference",
        name: "account_manager",
        label: "selection.account_manager.label",
        path: "/account-managers",
        required: true,
      },
    ],
  },
  {
    ...shared,
    label: "selection.archive.action",
    fits: ({ archived_at }) => archived_at === null,
    icon: IconArchive,
    done: "selection.archive.done",
    back: wasArchived,
    change: { archived: true },
  },
  {
    ...shared,
    label: "selection.unarchive.action",
    fits: ({ archived_at }) => archived_at !== null,
    icon: IconArchiveOff,
    done: "selection.unarchive.done",
    back: wasArchived,
    change: { archived: false },
  },
];

export function ManyClients(props: BulkProps<ClientRow>) {
  return <BulkActions {...props} actions={actions} nameOf={({ name }) => name} />;
}
