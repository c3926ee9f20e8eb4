// A project's payments, loaded with their words when their tab is opened.
import { loadWorkWords } from "../../i18n/translate";
import { onDemand } from "../../ui/onDemand";

export const ProjectPayments = onDemand(async () => {
  const [module] = await Promise.all([import("./PaymentsPanel"), loadWorkWords()]);
  return module.PaymentsPanel;
});
