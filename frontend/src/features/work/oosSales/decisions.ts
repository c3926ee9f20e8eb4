// The dialogue over a decision, loaded when somebody opens it.
import { lazyComponent } from "../../../ui/lazyComponent";

export const DecisionDialog = lazyComponent(
  async () => (await import("./DecisionForm")).DecisionForm,
);
