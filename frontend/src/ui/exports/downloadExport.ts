// Requests an export and downloads it: a small one at once, a large one when it is ready.
import { useMutation } from "@tanstack/react-query";
import { api, apiUrl } from "../../api/client";
import { formatQuery } from "../../api/request";
import type { Export } from "../../api/types";
import { hiddenColumns, listQuery } from "../table/listSearch";
import type { ExportProps } from "./exportProps";
import { watchExport } from "./watchedExports";

/** Personal data have a format of their own. */
export type ListFormat = Exclude<Export["format"], "zip">;

export const EXPORTS_PATH = "/exports";

/** Clicks a plain link, so that the browser downloads as usual. */
export function downloadExport(exportJob: Pick<Export, "api_id">): void {
  const link = document.createElement("a");
  link.href = apiUrl("/exports/{id}/file", { params: { id: exportJob.api_id } });
  link.download = "";
  document.body.append(link);
  link.click();
  link.remove();
}

/** The displayed list: filters, sort, search and columns, over all pages or only the selected rows. */
function exportRequest({ list, search, fixed, ids }: ExportProps, format: ListFormat) {
  const {
    page: _,
    per_page: __,
    ...query
  } = listQuery(list, search, { ...fixed, ...list.file?.fixed });
  const hidden = hiddenColumns(list, search);
  return {
    list_name: list.file?.list ?? "",
    format,
    query: formatQuery(query).slice(1),
    columns: list.columns.filter(({ id }) => !hidden.has(id)).map(({ id }) => id),
    ...(ids ? { ids } : {}),
  };
}

export function useExport(props: ExportProps) {
  return useMutation({
    mutationFn: async (format: ListFormat) =>
      (await api.post("/exports", exportRequest(props, format))).data,
    onSuccess: (exportJob) =>
      exportJob.status === "ready" ? downloadExport(exportJob) : watchExport(exportJob.api_id),
  });
}
