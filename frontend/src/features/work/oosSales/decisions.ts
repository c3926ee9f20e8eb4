// The dialogue over a decision, loaded when somebody opens it.
import { onDemand } from "../../../ui/onDemand";

export const DecisionDialog = onDemand(async () => (await import("./DecisionForm")).DecisionForm);
