// The hours of a record, loaded with their tab.
import { lazyComponent } from "../../../ui/lazyComponent";

export const RecordHours = lazyComponent(async () => (await import("./RecordHours")).RecordHours);
