// The row heights of lists.
export const DENSITIES = ["compact", "regular", "comfortable"] as const;
export type Density = (typeof DENSITIES)[number];
export const ROW_HEIGHTS: Record<Density, number> = { compact: 28, regular: 36, comfortable: 44 };

/** Addresses and browsers may still hold the former name of a density. */
export const currentDensity = (name: string) => (name === "roomy" ? "comfortable" : name);
