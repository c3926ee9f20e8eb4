// The views of the page of invoices, by the name in the address.

export const AGING_VIEW = "aging";
export const UNAPPLIED_VIEW = "unapplied";
