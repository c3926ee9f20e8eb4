// A retainer's hours: how it stands now and its ledger, loaded when their tab is opened.
import { onDemand } from "../../../ui/onDemand";

export const RetainerHours = onDemand(async () => (await import("./HoursPanel")).HoursPanel);
