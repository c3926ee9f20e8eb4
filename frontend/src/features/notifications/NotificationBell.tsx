// The bell of the header; it comes after the page, which needs neither its code nor its words.
import { onDemand } from "../../ui/onDemand";

export const NotificationBell = onDemand(async () => (await import("./loadBell")).loadBell());
