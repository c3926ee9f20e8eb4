// How large a file is, in the reader's words: "2.4 MB" in English, "2,4 Mo" in French.
import { formatDecimal, intlTag, NBSP } from "./numbers";

const UNITS = { "en-US": ["bytes", "KB", "MB"], "fr-CA": ["octets", "Ko", "Mo"] } as const;
const STEP = 1024;

export function formatSize(bytes: number, locale: string): string {
  const [whole, kilo, mega] = UNITS[intlTag(locale)];
  if (bytes < STEP) return `${formatDecimal(String(bytes), locale)}${NBSP}${whole}`;
  const [unit, divisor] = bytes < STEP * STEP ? [kilo, STEP] : [mega, STEP * STEP];
  // A size is no amount: its last digit may be rounded.
  const rounded = (bytes / divisor).toFixed(bytes / divisor < 10 ? 1 : 0);
  return `${formatDecimal(rounded, locale)}${NBSP}${unit}`;
}
