// A part of a screen whose code comes once the rest has been painted, in room that is kept for it meanwhile.
import { type FunctionComponent, type ReactNode, useEffect, useState } from "react";
import { onDemand } from "./onDemand";

/** `pending` stands in its place until then, as large as the part will be, so that nothing moves. */
export function afterPaint<Props extends object>(
  load: () => Promise<FunctionComponent<Props>>,
  pending: ReactNode,
) {
  const Part = onDemand(load, pending);
  return function AfterPaint(props: Props) {
    return useIsPainted() ? <Part {...props} /> : pending;
  };
}

/** A frame has been asked for and drawn: what comes from now on holds nothing up. */
function useIsPainted(): boolean {
  const [isPainted, setPainted] = useState(false);
  useEffect(() => {
    let timer: number | undefined;
    const frame = requestAnimationFrame(() => {
      timer = window.setTimeout(() => setPainted(true));
    });
    return () => {
      cancelAnimationFrame(frame);
      window.clearTimeout(timer);
    };
  }, []);
  return isPainted;
}
