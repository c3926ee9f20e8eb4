// The bulk actions on projects.
import { IconUserShare, IconUserStar } from "@tabler/icons-react";
import { ProjectChange } from "../../../api/shapes/ProjectChange.gen";
import type { ProjectRow } from "../../../api/types";
import { defineFields } from "../../../ui/form/fields";
import { ARCHIVE_ACTIONS } from "../../../ui/selection/archiveActions";
import { BulkActions } from "../../../ui/selection/BulkActions";
import type { BulkAction, BulkProps } from "../../../ui/selection/bulk";

const editBase = { requires: ["projects.edit"], path: "/projects/batches" } as const;
const archiveBase = { requires: ["projects.archive"], path: "/archived-projects/batches" } as const;

const actions: readonly BulkAction<ProjectRow>[] = [
  {
    ...editBase,
    label: "selection.account_manager.action",
    icon: IconUserShare,
    done: "selection.account_manager.done",
    undo: (project) => ({ account_manager: project.account_manager.api_id }),
    fields: defineFields(ProjectChange, [
      {
        kind: "reference",
        name: "account_manager",
        label: "selection.account_manager.label",
        path: "/account-managers",
        required: true,
      },
    ]),
  },
  {
    ...editBase,
    label: "selection.project_manager.action",
    icon: IconUserStar,
    done: "selection.project_manager.done",
    fields: defineFields(ProjectChange, [
      {
        kind: "reference",
        name: "project_manager",
        label: "selection.project_manager.label",
        path: "/employees",
        required: true,
      },
    ]),
  },
  ...ARCHIVE_ACTIONS.map((action) => ({ ...archiveBase, ...action })),
];

export function ProjectBulkActions(props: BulkProps<ProjectRow>) {
  return <BulkActions {...props} actions={actions} nameOf={({ name }) => name} />;
}
