// The dialog of a decision, loaded on demand.
import { lazyComponent } from "../../../ui/lazyComponent";

export const DecisionDialog = lazyComponent(
  async () => (await import("./DecisionForm")).DecisionForm,
);
