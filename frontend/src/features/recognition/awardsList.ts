// The recognition wall as data: drawn as cards, so there are no columns.
import type { Award } from "../../api/types";
import type { FilterDescription, ListDescription } from "../../ui/table/listDescription";

const VISIBILITIES = ["everyone", "private"] as const satisfies readonly Award["visibility"][];

const filters: readonly FilterDescription[] = [
  {
    kind: "choice",
    id: "mine",
    label: "recognition.filter.mine",
    values: ["received", "given"],
    words: { received: "recognition.mine.received", given: "recognition.mine.given" },
  },
  {
    kind: "reference",
    id: "core_value",
    label: "recognition.field.core_value",
    path: "/core-values",
  },
  { kind: "reference", id: "receiver", label: "recognition.field.receiver", path: "/employees" },
  { kind: "reference", id: "giver", label: "recognition.field.giver", path: "/employees" },
  {
    kind: "dates",
    id: "awarded_on",
    label: "recognition.field.awarded_on",
    from: "awarded_from",
    to: "awarded_to",
  },
  {
    kind: "choice",
    id: "visibility",
    label: "recognition.field.visibility",
    values: VISIBILITIES,
    words: {
      everyone: "recognition.visibility.everyone",
      private: "recognition.visibility.private",
    },
  },
];

export const awardsList: ListDescription = {
  path: "/awards",
  file: { list: "awards" },
  defaultSort: "-awarded_on",
  needs: "core_values.view",
  columns: [],
  filters,
};

/** What one person received, on their page. */
export const awardsOfPerson: ListDescription = {
  ...awardsList,
  filters: filters.filter(({ id }) => id !== "receiver" && id !== "mine"),
};

/** Those of one value, on its own page. */
export const awardsOfValue: ListDescription = {
  ...awardsList,
  filters: filters.filter(({ id }) => id !== "core_value"),
};
