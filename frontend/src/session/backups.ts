// Reads when the last backup was made, and whether this is a restored copy; for administrators.
import { useQuery } from "@tanstack/react-query";
import { dataQuery, runIf } from "../api/queries";
import { useCurrentUser } from "./currentUser";
import { usePermissions } from "./permissions";

const STALE_TIME_MS = 5 * 60_000;

const backupStatusQuery = dataQuery("/backups/status");

export function useBackupStatus() {
  const { can } = usePermissions();
  const { must_enrol } = useCurrentUser();
  const enabled = can("backups.view") && !must_enrol;
  return useQuery({ ...backupStatusQuery, ...runIf(enabled), staleTime: STALE_TIME_MS }).data;
}
