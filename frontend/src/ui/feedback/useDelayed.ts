// Returns true only after a delay, so that a quick response does not flicker.
import { useEffect, useState } from "react";

export function useDelayed(milliseconds: number): boolean {
  const [isDelayed, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), milliseconds);
    return () => clearTimeout(timer);
  }, [milliseconds]);
  return isDelayed;
}
