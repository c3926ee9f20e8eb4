// Which time entries count as used hours of a retainer; null when the user may not read them.
export type EntryFilters = { billable?: boolean } | null;
