// What everyone sees above every screen while the records are sample data.

import { loadMessages, translate } from "../../i18n/translate";
import { showToast } from "../../lib/toasts";
import { useCurrentUser } from "../../session/currentUser";
import { useSampleData, useSampleDataChange } from "../../session/sampleData";
import { lazyComponent } from "../lazyComponent";

const SampleDataBanner = lazyComponent(async () => {
  const [{ SampleDataBanner: Banner }] = await Promise.all([
    import("./SampleDataBanner"),
    loadMessages("administration"),
  ]);
  return Banner;
}, null);

async function report(isLoaded: boolean): Promise<void> {
  await loadMessages("administration");
  const outcome = isLoaded ? "loaded" : "removed";
  showToast({
    kind: "success",
    summary: translate(`setup.sample.${outcome}`),
    detail: translate(`setup.sample.${outcome}_detail`),
  });
}

export function SampleDataNotice() {
  const { has_sample_data: isShown } = useCurrentUser();
  const data = useSampleData();
  useSampleDataChange(data, (isLoaded) => void report(isLoaded));
  return isShown ? <SampleDataBanner data={data} /> : null;
}
