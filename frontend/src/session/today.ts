// The organization's current day, whatever the device's clock shows.
import { businessDay } from "../lib/dates";
import { useCurrentUser } from "./currentUser";

export function useToday(): string {
  return businessDay(new Date(), useCurrentUser().organization.timezone);
}
