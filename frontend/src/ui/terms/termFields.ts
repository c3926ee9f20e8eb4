// The fields that the forms of dated terms share.
export const FIRST_DAY = {
  kind: "date",
  name: "effective_from",
  label: "dated_terms.effective_from",
  help: "dated_terms.effective_from_help",
  required: true,
} as const;
export const REASON = { kind: "text", name: "reason", label: "dated_terms.reason" } as const;
