// The home page's search parameters: the open action and its record.
import { isId } from "../../../session/guards";

const HOME_ACTIONS = ["follow_up", "schedule", "decide", "check_in"] as const;
export type HomeAction = (typeof HOME_ACTIONS)[number];
export type HomeSearch = { do?: HomeAction | undefined; of?: string | undefined };

export function parseHomeSearch(raw: Record<string, unknown>): HomeSearch {
  const action = HOME_ACTIONS.find((name) => name === raw.do);
  return action && isId(raw.of) ? { do: action, of: raw.of } : {};
}
