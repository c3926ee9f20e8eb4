// Says that sample data was loaded or removed, wherever the user is then.
import { loadMessages, translate } from "../../i18n/translate";
import { showToast } from "../../lib/toasts";

export async function reportSampleData(isLoaded: boolean): Promise<void> {
  await loadMessages("administration");
  const outcome = isLoaded ? "loaded" : "removed";
  showToast({
    kind: "success",
    summary: translate(`setup.sample.${outcome}`),
    detail: translate(`setup.sample.${outcome}_detail`),
  });
}
