// The records whose entries are of a record: itself, the retainers of a client, and the churn of either.
import { useQuery } from "@tanstack/react-query";
import { rowsQuery, runIf } from "../../../api/queries";
import { usePermissions } from "../../../session/permissions";

/** The log is read for ten records at once. */
const MAX_SUBJECTS = 10;

export type LogSubjects = {
  /** Undefined until they are known. */
  subjects: string[] | undefined;
  /** There are more of them than are read. */
  isCut: boolean;
  isError: boolean;
  retry: () => unknown;
};

type Related = {
  data: { data: readonly { api_id: string }[]; meta: { total: number } } | undefined;
  isError: boolean;
  refetch: () => unknown;
};

export function useLogSubjects(
  { api_id: id, kind }: { api_id: string; kind: string },
  mayRead: boolean,
): LogSubjects {
  const { can } = usePermissions();
  const isClient = kind === "client";
  const isOfChurn = mayRead && can("churns.view") && (isClient || kind === "project");
  const retainers = useQuery({
    // A lost retainer is often archived.
    ...rowsQuery("/projects", {
      client: [id],
      kind: ["retainer"],
      archived: "include",
      per_page: MAX_SUBJECTS,
    }),
    ...runIf(mayRead && isClient),
    throwOnError: false,
  });
  const churns = useQuery({
    ...rowsQuery("/churn-events", {
      ...(isClient ? { client: [id] } : { project: [id] }),
      per_page: MAX_SUBJECTS,
    }),
    ...runIf(isOfChurn),
    throwOnError: false,
  });
  const needed: readonly Related[] = [
    ...(isClient ? [retainers] : []),
    ...(isOfChurn ? [churns] : []),
  ];
  const isKnown = needed.every(({ data }) => data !== undefined);
  const related = needed.flatMap(({ data }) => data?.data ?? []).map(({ api_id }) => api_id);
  const total = needed.reduce((sum, { data }) => sum + (data?.meta.total ?? 0), 0);
  return {
    subjects: isKnown ? [id, ...related].slice(0, MAX_SUBJECTS) : undefined,
    isCut: total >= MAX_SUBJECTS,
    isError: needed.some(({ data, isError }) => isError && data === undefined),
    retry: () => Promise.all(needed.filter(({ isError }) => isError).map((one) => one.refetch())),
  };
}
