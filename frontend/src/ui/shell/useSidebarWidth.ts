// Whether the reader keeps the sidebar narrow: remembered in this browser.
import { useState } from "react";

const KEY = "regie-sidebar-collapsed";

function wasNarrow(): boolean {
  try {
    return localStorage.getItem(KEY) === "true";
  } catch {
    return false;
  }
}

export function useSidebarWidth() {
  const [narrow, setNarrow] = useState(wasNarrow);
  const toggle = () => {
    setNarrow(!narrow);
    try {
      localStorage.setItem(KEY, String(!narrow));
    } catch {
      // A full or forbidden storage costs the memory, never the page.
    }
  };
  return { narrow, toggle };
}
