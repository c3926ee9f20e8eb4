// What the log says of a record between two days, loaded when it is opened.
import { loadMessages } from "../../../i18n/translate";
import { lazyComponent } from "../../../ui/lazyComponent";

export const RecordLog = lazyComponent(async () => {
  const [{ RecordLogEntries }] = await Promise.all([
    import("./RecordLogEntries"),
    loadMessages("log"),
  ]);
  return RecordLogEntries;
});
