// The search parameters of a new project: its kind, its deal or its parent.
import type { ProjectKind } from "../../../api/types";
import { isId } from "../../../session/guards";
import type { ScreenSearch } from "../../../ui/links/screenSearch";
import { readRawSearch } from "../../../ui/table/rawSearch";
import { PROJECT_KINDS } from "./kinds";

export type CreateSearch = ScreenSearch & {
  kind?: ProjectKind | undefined;
  deal?: string | undefined;
  parent?: string | undefined;
  /** The retainer's month whose hours over the work is sold for. */
  overage?: string | undefined;
};

export function parseCreateSearch(raw: Record<string, unknown>): CreateSearch {
  const { deal, parent, overage } = raw;
  const list = readRawSearch({
    ...raw,
    kind: undefined,
    deal: undefined,
    parent: undefined,
    overage: undefined,
  });
  const kind = PROJECT_KINDS.find((value) => value === raw.kind);
  return {
    ...list,
    ...(kind ? { kind } : {}),
    ...(isId(deal) ? { deal } : {}),
    ...(isId(parent) ? { parent } : {}),
    ...(isId(overage) ? { overage } : {}),
  };
}
