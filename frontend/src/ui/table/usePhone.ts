// True on narrow windows, where rows are cards.
import { useMediaQuery } from "@mantine/hooks";

const PHONE = "(max-width: 47.99em)";

export function usePhone(): boolean {
  return useMediaQuery(PHONE, undefined, { getInitialValueInEffect: false }) ?? false;
}
