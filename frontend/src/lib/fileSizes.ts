// Formats a file size: "2.4 MB" in English, "2,4 Mo" in French.
import { formatDecimal, intlTag, NBSP } from "./numbers";

/** The largest file that the server accepts: `MAX_FILE_BYTES` of backend/regie/access/uploads.py. */
export const MAX_FILE_SIZE = 25 * 1024 * 1024;

const UNITS = { "en-US": ["bytes", "KB", "MB"], "fr-CA": ["octets", "Ko", "Mo"] } as const;
const STEP = 1024;

export function formatSize(bytes: number, locale: string): string {
  const [bytesUnit, kilobytesUnit, megabytesUnit] = UNITS[intlTag(locale)];
  if (bytes < STEP) return `${formatDecimal(String(bytes), locale)}${NBSP}${bytesUnit}`;
  const [unit, divisor] =
    bytes < STEP * STEP ? [kilobytesUnit, STEP] : [megabytesUnit, STEP * STEP];
  // A size may be rounded, unlike an amount.
  const rounded = (bytes / divisor).toFixed(bytes / divisor < 10 ? 1 : 0);
  return `${formatDecimal(rounded, locale)}${NBSP}${unit}`;
}
