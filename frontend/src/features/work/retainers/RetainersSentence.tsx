// How the hours of all retainers stand, above their list; each number opens the view of hours used.
import { useQuery } from "@tanstack/react-query";
import { dataQuery } from "../../../api/queries";
import { StateSentence } from "../../../ui/layout/StateSentence";
import { BurnState } from "./BurnState";

export function RetainersSentence() {
  const { data, isError } = useQuery({
    ...dataQuery("/retainer-burns/totals"),
    throwOnError: false,
  });
  // The list works without its sentence, and an empty list says so itself.
  if (isError || data?.levels.every(({ retainers }) => retainers === 0)) return null;
  return <StateSentence hasAnswer>{data && <BurnState totals={data} isOtherView />}</StateSentence>;
}
