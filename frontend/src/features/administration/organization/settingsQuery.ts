// The organization's settings, as everyone who may read them asks for them.
import { dataQuery } from "../../../api/queries";
import type { Settings } from "../../../api/types";
import type { Data } from "../../../api/wire";

export const settingsQuery = dataQuery("/settings");

/** Who may not read the settings is answered those that everybody needs. */
export function isFullSettings(settings: Data<"/settings">): settings is Settings {
  return settings.version !== undefined;
}
