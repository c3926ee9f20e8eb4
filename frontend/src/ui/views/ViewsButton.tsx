// The way to one's own views of a list; what is behind it comes when someone reaches for the button.
import { lazy, Suspense, useState } from "react";
import { ViewsTrigger } from "./ViewsTrigger";
import type { ViewsProps } from "./viewsProps";

const loadPanel = async () => ({ default: await (await import("./loadViews")).loadViews() });
const ViewsPanel = lazy(loadPanel);

export function ViewsButton(props: ViewsProps) {
  const [reached, setReached] = useState(false);
  const preload = () => void loadPanel();
  const closed = (
    <ViewsTrigger
      aria-haspopup="dialog"
      aria-expanded={false}
      onClick={() => setReached(true)}
      onPointerEnter={preload}
      onFocus={preload}
    />
  );
  if (!reached) return closed;
  return (
    <Suspense fallback={closed}>
      <ViewsPanel {...props} />
    </Suspense>
  );
}
