// Saves the cells of projects to create one by one, and fills a column down from a cell.
import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { api } from "../../../../api/client";
import { ApiError } from "../../../../api/errors";
import { resourceKey } from "../../../../api/queries";
import type { Page, ProjectProposalRow } from "../../../../api/types";
import type { Body } from "../../../../api/wire";
import { useTranslate } from "../../../../i18n/translate";
import { showToast } from "../../../../lib/toasts";
import { showUndoToast } from "../../../../ui/actions/undoToast";
import { changeEach, revertEach } from "../../../../ui/selection/batchChange";

const PATH = "/project-proposals";
export type GridField = "kind" | "amount" | "start_on" | "end_on" | "included_hours";
type Change = Body<"/project-proposals/{id}", "patch">;

export function fieldText(row: ProjectProposalRow, field: GridField): string {
  return (field === "amount" ? row.amount?.amount : row[field]) ?? "";
}

type Rows = Page<ProjectProposalRow>;
const isPage = (found: unknown): found is Rows =>
  typeof found === "object" && found !== null && Array.isArray((found as Rows).data);

/** The open rows below one on the shown page. */
function rowsBelow(client: QueryClient, id: string): ProjectProposalRow[] {
  const shown = client.getQueriesData({ queryKey: resourceKey(PATH), type: "active" });
  for (const [, page] of shown) {
    if (!isPage(page)) continue;
    const place = page.data.findIndex(({ api_id }) => api_id === id);
    if (place >= 0) return page.data.slice(place + 1).filter(({ state }) => state === "open");
  }
  return [];
}

export function useGrid() {
  const client = useQueryClient();
  const t = useTranslate();
  const refresh = () => client.invalidateQueries({ queryKey: ["api"] });

  /** The row stays in its place, even if the list is sorted by what has changed. False when it was refused. */
  const save = async (row: ProjectProposalRow, field: GridField, value: string) => {
    try {
      // The server checks the value: of a kind it may be any text here.
      const change = { [field]: value === "" ? null : value } as Pick<Change, GridField>;
      const saved = await api.patch(
        `${PATH}/{id}`,
        { ...change, version: row.version },
        {
          params: { id: row.api_id },
        },
      );
      client.setQueriesData({ queryKey: resourceKey(PATH) }, (found: unknown) =>
        isPage(found)
          ? {
              ...found,
              data: found.data.map((one) =>
                one.api_id === row.api_id ? { ...one, ...saved.data } : one,
              ),
            }
          : found,
      );
      await client.invalidateQueries({ queryKey: resourceKey("/project-proposal-counts") });
      return true;
    } catch (error) {
      // The API client shows its message.
      if (!(error instanceof ApiError)) throw error;
      await refresh();
      return false;
    }
  };

  const fillDown = async (row: ProjectProposalRow, field: GridField, value: string) => {
    const below = rowsBelow(client, row.api_id);
    const change = { [field]: value === "" ? null : value };
    const { done, failed } = await changeEach(`${PATH}/batches`, below, change);
    await refresh();
    for (const { item, reasons } of failed.slice(0, 1))
      showToast({ kind: "error", summary: item.name, detail: reasons.join(" ") });
    if (done.length === 0) return;
    showUndoToast(t("project_proposals.grid.filled", { count: done.length }), () => {
      void revertEach(`${PATH}/batches`, done, (one) => ({
        [field]: fieldText(one, field) || null,
      })).then(refresh);
    });
  };

  /** Pasted lines go into this row and those below, one each. */
  const paste = async (row: ProjectProposalRow, field: GridField, values: readonly string[]) => {
    const rows = [row, ...rowsBelow(client, row.api_id)].slice(0, values.length);
    for (const [place, one] of rows.entries()) {
      if (!(await save(one, field, values[place] ?? ""))) return;
    }
  };
  return { save, fillDown, paste };
}
