// Whether the records are sample data, and how far their loading is; for administrators.
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { dataQuery, runIf } from "../api/queries";
import type { SampleData } from "../api/types";
import { refreshCurrentUser, useCurrentUser } from "./currentUser";
import { usePermissions } from "./permissions";

const POLL_INTERVAL_MS = 2_000;

const isBusy = (data: SampleData | undefined) =>
  data?.state === "loading" || data?.state === "removing";
const isShown = (data: SampleData) => data.state === "loaded" || data.state === "removing";

export const sampleDataQuery = {
  ...dataQuery("/sample-data"),
  refetchInterval: ({ state }: { state: { data?: SampleData | undefined } }) =>
    isBusy(state.data) ? POLL_INTERVAL_MS : false,
};

/** The state while it matters to every screen: until a loading or a removal that began is over. */
export function useSampleData(): SampleData | undefined {
  const { can } = usePermissions();
  const { has_sample_data: isKnown, must_enrol } = useCurrentUser();
  const { data: last } = useQuery({ ...sampleDataQuery, enabled: false });
  const enabled = can("settings.edit") && !must_enrol && (isKnown || isBusy(last));
  return useQuery({ ...sampleDataQuery, ...runIf(enabled) }).data;
}

/** Reads the user and every record again when the sample has appeared or is gone. */
export function useSampleDataChange(
  data: SampleData | undefined,
  report: (isLoaded: boolean) => void,
): void {
  const queryClient = useQueryClient();
  const { has_sample_data: isKnown } = useCurrentUser();
  const hasChanged = data !== undefined && isShown(data) !== isKnown;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per change
  useEffect(() => {
    if (!hasChanged) return;
    void refreshCurrentUser(queryClient).then(() => {
      report(!isKnown);
      return queryClient.invalidateQueries({ queryKey: ["api"] });
    });
  }, [hasChanged]);
}
