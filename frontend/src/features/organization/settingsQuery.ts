// The organization's settings, as everyone who may read them asks for them.
import { dataQuery } from "../../api/queries";
import type { Settings } from "../../api/types";

export const settingsQuery = dataQuery<Settings>("/settings");
