// Days as the demo's organization counts them: the machine may be a day ahead.
const DAYS = new Intl.DateTimeFormat("en-CA", { timeZone: "America/Toronto" });

/** As 2026-11-30. */
export const today = () => DAYS.format(new Date());
/** As 2026-11. */
export const thisMonth = () => today().slice(0, 7);
