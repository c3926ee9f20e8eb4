// What everyone sees above every screen while the records are sample data.

import { loadMessages } from "../../i18n/translate";
import { useCurrentUser } from "../../session/currentUser";
import { useSampleData, useSampleDataChange } from "../../session/sampleData";
import { lazyComponent } from "../lazyComponent";
import { reportSampleData } from "./reportSampleData";

const SampleDataBanner = lazyComponent(async () => {
  const [{ SampleDataBanner: Banner }] = await Promise.all([
    import("./SampleDataBanner"),
    loadMessages("administration"),
  ]);
  return Banner;
}, null);

export function SampleDataNotice() {
  const { has_sample_data: isShown } = useCurrentUser();
  const data = useSampleData();
  useSampleDataChange(data, (isLoaded) => void reportSampleData(isLoaded));
  return isShown ? <SampleDataBanner data={data} /> : null;
}
