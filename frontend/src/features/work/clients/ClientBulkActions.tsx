// The bulk actions on clients.
import { IconUserShare } from "@tabler/icons-react";
import { ClientChange } from "../../../api/shapes/ClientChange.gen";
import type { ClientRow } from "../../../api/types";
import { defineFields } from "../../../ui/form/fields";
import { ARCHIVE_ACTIONS } from "../../../ui/selection/archiveActions";
import { BulkActions } from "../../../ui/selection/BulkActions";
import type { BulkAction, BulkProps } from "../../../ui/selection/bulk";

const base = { requires: ["clients.edit"], path: "/clients/batches" } as const;

const actions: readonly BulkAction<ClientRow>[] = [
  {
    ...base,
    label: "selection.account_manager.action",
    icon: IconUserShare,
    done: "selection.account_manager.done",
    undo: (client) => ({ account_manager: client.account_manager.api_id }),
    fields: defineFields(ClientChange, [
      {
        kind: "reference",
        name: "account_manager",
        label: "selection.account_manager.label",
        path: "/account-managers",
        required: true,
      },
    ]),
  },
  ...ARCHIVE_ACTIONS.map((action) => ({ ...base, ...action })),
];

export function ClientBulkActions(props: BulkProps<ClientRow>) {
  return <BulkActions {...props} actions={actions} nameOf={({ name }) => name} />;
}
