// Whether the user may edit connections and their secrets; not during impersonation.
import { useCurrentUser } from "../../../session/currentUser";
import { usePermissions } from "../../../session/permissions";

export function useCanEditConnections(): boolean {
  const { can } = usePermissions();
  const { impersonator } = useCurrentUser();
  return can("connections.edit_secrets") && impersonator === undefined;
}
