// True only after a while, so that what answers quickly never flickers.
import { useEffect, useState } from "react";

export function useDelayed(milliseconds: number): boolean {
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), milliseconds);
    return () => clearTimeout(timer);
  }, [milliseconds]);
  return late;
}
