// Above every screen while an administrator acts in another person's place.
import { useQuery } from "@tanstack/react-query";
import { currentUserQuery } from "../../session/currentUser";
import { ActingBar } from "./ActingBar";

export function ImpersonationBanner() {
  const { data: user } = useQuery({ ...currentUserQuery, enabled: false });
  if (!user?.impersonator) return null;
  return <ActingBar user={user} until={user.impersonator.until} />;
}
