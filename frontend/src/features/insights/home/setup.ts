// Whether the setup steps stand on the home page: for administrators, until they are done or hidden.
import { useQuery } from "@tanstack/react-query";
import { dataQuery, runIf } from "../../../api/queries";
import type { CurrentUser, Setup } from "../../../api/types";
import { useCurrentUser } from "../../../session/currentUser";
import { can } from "../../../session/permissions";

export const setupQuery = dataQuery("/setup");

export const canSetUp = (user: CurrentUser) => can(user, "settings.edit");

export function useOpenSetup(): Setup | undefined {
  const user = useCurrentUser();
  const { data } = useQuery({ ...setupQuery, ...runIf(canSetUp(user)) });
  return data?.steps.some((step) => !step.is_done) ? data : undefined;
}
