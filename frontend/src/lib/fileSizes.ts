// Formats a file size: "2.4 MB" in English, "2,4 Mo" in French.
import { formatDecimal, intlTag, NBSP } from "./numbers";

/** The largest file that the server accepts: `MAX_FILE_BYTES` of backend/regie/access/uploads.py. */
export const MAX_FILE_SIZE = 25 * 1024 * 1024;

const UNITS = {
  "en-US": ["bytes", "KB", "MB", "GB"],
  "fr-CA": ["octets", "Ko", "Mo", "Go"],
} as const;
const STEP = 1024;

export function formatSize(bytes: number, locale: string): string {
  const units = UNITS[intlTag(locale)];
  if (bytes < STEP) return `${formatDecimal(String(bytes), locale)}${NBSP}${units[0]}`;
  const power = Math.min(units.length - 1, Math.floor(Math.log(bytes) / Math.log(STEP)));
  const size = bytes / STEP ** power;
  // A size may be rounded, unlike an amount.
  return `${formatDecimal(size.toFixed(size < 10 ? 1 : 0), locale)}${NBSP}${units[power]}`;
}
