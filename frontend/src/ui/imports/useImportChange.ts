// Checks a file again, or applies it; errors are shown next to the button.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "../../api/client";
import { ApiError } from "../../api/errors";
import type { Import } from "../../api/types";

const SHOWN_HERE = [409, 422];

export function useImportChange(file: Import) {
  const queryClient = useQueryClient();
  const options = { params: { id: file.api_id }, expect: SHOWN_HERE };
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
  const shown = error instanceof ApiError && SHOWN_HERE.includes(error.status) ? error : null;
  return {
    check: (columns: string[]) => {
      applying.reset();
      checking.mutate(columns);
    },
    apply: () => applying.mutate(),
    busy: checking.isPending || applying.isPending,
    failure: shown && (Object.values(shown.errors).flat()[0] ?? shown.message),
    isOutdated: shown?.code === "import_outdated",
  };
}
