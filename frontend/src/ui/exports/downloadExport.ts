// Asking for a file and fetching it: few rows come at once, many are waited for.
import { useMutation } from "@tanstack/react-query";
import { api, apiAddress, queryText } from "../../api/client";
import type { Export } from "../../api/types";
import { hiddenColumns, listQuery } from "../table/listSearch";
import type { ExportProps } from "./exportProps";
import { watchExport } from "./watchedExports";

export const EXPORTS_PATH = "/exports";

/** A plain link, pressed for the reader: the browser downloads as it does everywhere. */
export function downloadExport(made: Pick<Export, "api_id">): void {
  const link = document.createElement("a");
  link.href = apiAddress("/exports/{id}/file", { params: { id: made.api_id } });
  link.download = "";
  document.body.append(link);
  link.click();
  link.remove();
}

/** The list as it is shown: filters, sort, search and columns; over all pages, or the picked rows alone. */
function exportRequest({ list, search, fixed, picked }: ExportProps, format: Export["format"]) {
  const {
    page: _,
    per_page: __,
    ...query
  } = listQuery(list, search, { ...fixed, ...list.file?.fixed });
  const hidden = hiddenColumns(list, search);
  return {
    list_name: list.file?.list ?? "",
    format,
    query: queryText(query).slice(1),
    columns: list.columns.filter(({ id }) => !hidden.has(id)).map(({ id }) => id),
    ...(picked ? { ids: picked } : {}),
  };
}

export function useExport(props: ExportProps) {
  return useMutation({
    mutationFn: async (format: Export["format"]) =>
      (await api.post("/exports", exportRequest(props, format))).data,
    onSuccess: (made) =>
      made.status === "ready" ? downloadExport(made) : watchExport(made.api_id),
  });
}
