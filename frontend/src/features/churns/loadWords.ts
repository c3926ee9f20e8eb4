// The words of how MRR moved: /churns brings them along, and so do the dashboards.
import { loadWords } from "../../i18n/translate";

const WORDS = {
  "en-us": () => import("virtual:catalogue/en/churn"),
  "fr-ca": () => import("virtual:catalogue/fr/churn"),
};

export function loadChurnWords(): Promise<void> {
  return loadWords(WORDS);
}
