// All retainers by their burn, loaded when that view of their list is chosen.
import { loadWorkWords } from "../../i18n/translate";
import { onDemand } from "../../ui/onDemand";

export const RetainerBurns = onDemand(async () => {
  const [module] = await Promise.all([import("./BurnTable"), loadWorkWords()]);
  return module.BurnTable;
});
