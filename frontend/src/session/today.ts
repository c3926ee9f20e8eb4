// The day that counts: the organization's, whatever the reader's own clock shows.
import { businessDay } from "../lib/dates";
import { useCurrentUser } from "./currentUser";

export function useToday(): string {
  return businessDay(new Date(), useCurrentUser().organization.timezone);
}
