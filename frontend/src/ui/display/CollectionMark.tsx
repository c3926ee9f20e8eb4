// The mark of a client whose receivables are disputed or in collection; none for the others.
import { IconFlag, IconGavel } from "@tabler/icons-react";
import type { CollectionSummary } from "../../api/types";
import { useEnumOptions } from "../../session/enumOptions";
import { EnumBadge, type EnumStyles } from "./EnumBadge";

const STYLES: EnumStyles<Exclude<CollectionSummary["collection_state"], "none">> = {
  disputed: ["warning", IconFlag],
  in_collection: ["danger", IconGavel],
};

export function CollectionMark({ state }: { state: CollectionSummary["collection_state"] }) {
  const { label } = useEnumOptions();
  if (state === "none") return null;
  return (
    <EnumBadge styles={STYLES} value={state}>
      {label("collection_state", state)}
    </EnumBadge>
  );
}
