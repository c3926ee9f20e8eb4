// The hours of a retainer, loaded when their tab is opened.
import { lazyComponent } from "../../../ui/lazyComponent";

export const RetainerHours = lazyComponent(async () => (await import("./HoursPanel")).HoursPanel);
