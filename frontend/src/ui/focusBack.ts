// Gives the focus back to what opened a dialogue that is there only while it is open.
import { useEffect, useState } from "react";

/** Mantine gives it back only to what was there before a dialogue that opens after its first drawing. */
export function useFocusBack(): void {
  const [opener] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    },
    [opener],
  );
}
