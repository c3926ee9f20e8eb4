// A retainer's hours: how it stands now and its ledger, loaded when their tab is opened.
import { lazyComponent } from "../../../ui/lazyComponent";

export const RetainerHours = lazyComponent(async () => (await import("./HoursPanel")).HoursPanel);
