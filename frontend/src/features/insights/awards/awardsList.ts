// The lists of recognition; shown as cards, so they have no columns.
import { listAwards } from "../../../api/shapes/listAwards.gen";
import { defineList } from "../../../ui/table/listDescription";

const mine = {
  kind: "choice",
  id: "mine",
  label: "recognition.filter.mine",
  labels: { received: "recognition.mine.received", given: "recognition.mine.given" },
} as const;
const coreValue = {
  kind: "reference",
  id: "core_value",
  label: "recognition.field.core_value",
  path: "/core-values",
} as const;
const receiver = {
  kind: "reference",
  id: "receiver",
  label: "recognition.field.receiver",
  path: "/employees",
} as const;
const otherFilters = [
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
    labels: {
      everyone: "recognition.visibility.everyone",
      private: "recognition.visibility.private",
    },
  },
] as const;

const base = {
  file: { list: "awards" },
  defaultSort: "-awarded_on",
  requires: "core_values.view",
  columns: [],
} as const;

export const awardsList = defineList(listAwards, {
  ...base,
  filters: [mine, coreValue, receiver, ...otherFilters],
});

/** Received by one person. */
export const awardsOfPerson = defineList(listAwards, {
  ...base,
  filters: [coreValue, ...otherFilters],
});

/** For one core value. */
export const awardsOfValue = defineList(listAwards, {
  ...base,
  filters: [mine, receiver, ...otherFilters],
});
