// What the address says about the project to create: its kind and the deal it comes from.
import * as v from "valibot";
import type { ProjectKind } from "../../api/types";
import { type ListSearch, readListSearch } from "../../ui/table/listSearch";
import { dealsList } from "./dealsList";
import { PROJECT_KINDS } from "./projectsList";

export type CreateSearch = ListSearch & {
  kind?: ProjectKind | undefined;
  deal?: string | undefined;
};

const kind = v.picklist(PROJECT_KINDS);
const deal = v.pipe(v.string(), v.uuid());

export function readCreateSearch(raw: Record<string, unknown>): CreateSearch {
  return {
    ...readListSearch(dealsList, raw),
    ...(v.is(kind, raw.kind) ? { kind: raw.kind } : {}),
    ...(v.is(deal, raw.deal) ? { deal: raw.deal } : {}),
  };
}
