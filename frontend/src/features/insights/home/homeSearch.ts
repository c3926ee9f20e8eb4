// What the address of home says: what is being done on the spot, and to which record.
import { isId } from "../../../session/guards";

const HOME_DEEDS = ["follow_up", "schedule", "decide", "check_in"] as const;
export type HomeAction = (typeof HOME_DEEDS)[number];
export type HomeSearch = { do?: HomeAction | undefined; of?: string | undefined };

export function readHomeSearch(raw: Record<string, unknown>): HomeSearch {
  const deed = HOME_DEEDS.find((known) => known === raw.do);
  return deed && isId(raw.of) ? { do: deed, of: raw.of } : {};
}
