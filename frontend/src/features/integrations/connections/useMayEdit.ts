// Who may change keys: those who have the permission, and only whoever really sits there.
import { useCurrentUser } from "../../../session/currentUser";
import { usePermissions } from "../../../session/permissions";

export function useMayEdit(): boolean {
  const { can } = usePermissions();
  const { impersonator } = useCurrentUser();
  return can("connections.edit_secrets") && impersonator === undefined;
}
