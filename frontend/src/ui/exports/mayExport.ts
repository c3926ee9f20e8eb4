// Whether a list can be taken away as a file, and by this person.
import type { CurrentUser } from "../../api/types";
import { may } from "../../session/permissions";
import type { ListDescription } from "../table/listDescription";

/** Nothing leaves the house in somebody else's name. */
export function mayExport({ file }: ListDescription, user: CurrentUser): boolean {
  return file !== undefined && !user.impersonator && (!file.needs || may(user, file.needs));
}
