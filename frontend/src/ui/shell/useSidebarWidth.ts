// Whether the sidebar is collapsed: as chosen in this browser, and always at first on a narrow screen.
import { useMediaQuery } from "@mantine/hooks";
import { useState } from "react";

const STORAGE_KEY = "regie-sidebar-collapsed";
/** Below it, the full sidebar would take a quarter of the screen. */
const NARROW = "(width < 62rem)";

function readCollapsed(): boolean {
  try {
    return localStorage.getItem(STORAGE_KEY) === "true";
  } catch {
    return false;
  }
}

export function useSidebarWidth() {
  const isNarrow = useMediaQuery(NARROW, undefined, { getInitialValueInEffect: false }) ?? false;
  const [isCollapsedWide, setIsCollapsedWide] = useState(readCollapsed);
  const [isOpenNarrow, setIsOpenNarrow] = useState(false);
  const isCollapsed = isNarrow ? !isOpenNarrow : isCollapsedWide;
  const toggle = () => {
    if (isNarrow) {
      setIsOpenNarrow(!isOpenNarrow);
      return;
    }
    setIsCollapsedWide(!isCollapsedWide);
    try {
      localStorage.setItem(STORAGE_KEY, String(!isCollapsedWide));
    } catch {
      // A full or forbidden storage must not break the page.
    }
  };
  return { isCollapsed, toggle };
}
