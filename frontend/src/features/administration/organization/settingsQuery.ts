// The query of the organization's settings.
import { dataQuery } from "../../../api/queries";
import type { Settings } from "../../../api/types";
import type { Data } from "../../../api/wire";

export const settingsQuery = dataQuery("/settings");

/** Without permission the response contains only the settings that every user needs. */
export function isFullSettings(settings: Data<"/settings">): settings is Settings {
  return settings.version !== undefined;
}
