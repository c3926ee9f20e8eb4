// A retainer's hours: how it stands now and its ledger, loaded when their tab is opened.
import { loadWorkWords } from "../../i18n/translate";
import { loadChartWords } from "../../ui/charts/loadWords";
import { onDemand } from "../../ui/onDemand";

export const RetainerHours = onDemand(async () => {
  const [module] = await Promise.all([import("./HoursPanel"), loadWorkWords(), loadChartWords()]);
  return module.HoursPanel;
});
