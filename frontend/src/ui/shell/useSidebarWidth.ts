// Stores in this browser whether the sidebar is collapsed.
import { useState } from "react";

const STORAGE_KEY = "regie-sidebar-collapsed";

function readCollapsed(): boolean {
  try {
    return localStorage.getItem(STORAGE_KEY) === "true";
  } catch {
    return false;
  }
}

export function useSidebarWidth() {
  const [isCollapsed, setIsCollapsed] = useState(readCollapsed);
  const toggle = () => {
    setIsCollapsed(!isCollapsed);
    try {
      localStorage.setItem(STORAGE_KEY, String(!isCollapsed));
    } catch {
      // A full or forbidden storage must not break the page.
    }
  };
  return { isCollapsed, toggle };
}
