// External costs, of one project or of all: the list, and the form to enter them.
import { Button, Group, Stack } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import type { ProjectCost } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { usePermissions } from "../../../session/permissions";
import { ImportLink } from "../../../ui/imports/ImportLink";
import { lazyComponent } from "../../../ui/lazyComponent";
import { ResourceTable } from "../../../ui/table/ResourceTable";
import { useListState } from "../../../ui/table/useListState";
import { CostActions } from "./CostActions";
import { costCells } from "./costCells";
import { type CostProject, costsList, projectCostsList } from "./costsList";

const IMPORTS = ["costs"] as const;
const CostDialog = lazyComponent(async () => (await import("./CostDialog")).CostDialog);

export function CostsPanel({ project }: { project?: CostProject }) {
  const t = useTranslate();
  const canEdit = usePermissions().can("projects.edit_billing");
  const list = useListState(project ? projectCostsList : costsList);
  const add = canEdit && (
    <Button
      leftSection={<IconPlus size={16} aria-hidden />}
      onClick={() => list.filterBy({ edit: "new" })}
    >
      {t("margin.costs.add")}
    </Button>
  );
  const common = {
    label: t("margin.costs.title"),
    cells: costCells,
    empty: { title: t("margin.costs.none.title"), detail: t("margin.costs.none.detail") },
    actions: (cost: ProjectCost) =>
      canEdit && <CostActions cost={cost} onEdit={() => list.filterBy({ edit: cost.api_id })} />,
  };
  return (
    <Stack gap="md">
      {add && (
        <Group justify="flex-end">
          {!project && <ImportLink kinds={IMPORTS} />}
          {add}
        </Group>
      )}
      {project ? (
        <ResourceTable {...common} list={projectCostsList} fixed={{ project: [project.api_id] }} />
      ) : (
        <ResourceTable {...common} list={costsList} />
      )}
      {list.search.edit && (
        <CostDialog edit={list.search.edit} {...(project && { project })} onClose={list.close} />
      )}
    </Stack>
  );
}
