// Trying a file again, and taking it over: what was refused is said where it was asked.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "../../api/client";
import { ApiError } from "../../api/errors";
import type { Import } from "../../api/types";

const SAID_HERE = [409, 422];

export function useImportChange(file: Import) {
  const queryClient = useQueryClient();
  const options = { params: { id: file.api_id }, expect: SAID_HERE };
  const refresh = () => queryClient.invalidateQueries({ queryKey: ["api"] });
  const checking = useMutation({
    mutationFn: (columns: string[]) => api.post("/imports/{id}/checks", { columns }, options),
    onSuccess: refresh,
  });
  const applying = useMutation({
    mutationFn: () => api.post("/imports/{id}/applications", { version: file.version }, options),
    onSuccess: refresh,
  });
  const error = checking.error ?? applying.error;
  const said = error instanceof ApiError && SAID_HERE.includes(error.status) ? error : null;
  return {
    check: (columns: string[]) => {
      applying.reset();
      checking.mutate(columns);
    },
    apply: () => applying.mutate(),
    busy: checking.isPending || applying.isPending,
    refusal: said && (Object.values(said.errors).flat()[0] ?? said.message),
    outdated: said?.code === "import_outdated",
  };
}
