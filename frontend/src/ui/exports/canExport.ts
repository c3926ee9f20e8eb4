// Whether the user may export a list.
import type { CurrentUser } from "../../api/types";
import { can } from "../../session/permissions";
import type { ListDescription } from "../table/listDescription";

/** Never while signed in as another user. */
export function canExport({ file }: ListDescription, user: CurrentUser): boolean {
  return file !== undefined && !user.impersonator && (!file.requires || can(user, file.requires));
}
