// Says on a card that its figure covers less than its page.
import type { Translate } from "../../i18n/translate";

const NARROW_TO_WIDE = ["own", "team", "all"] as const;
export type FigureScope = (typeof NARROW_TO_WIDE)[number];

/** Undefined for a figure that covers what its page does. */
export function scopeNote(scope: FigureScope, pageScope: FigureScope, t: Translate) {
  const isNarrower = NARROW_TO_WIDE.indexOf(scope) < NARROW_TO_WIDE.indexOf(pageScope);
  return isNarrower && scope !== "all" ? t(`ui.scope.${scope}`) : undefined;
}
