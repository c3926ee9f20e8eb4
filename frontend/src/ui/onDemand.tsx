// A part of a screen that is loaded when it is first shown, such as the panel of a tab.
import { type FunctionComponent, lazy, Suspense } from "react";

export function onDemand<Props extends object>(load: () => Promise<FunctionComponent<Props>>) {
  const Part = lazy(async () => ({ default: await load() }));
  return function OnDemand(props: Props) {
    return (
      <Suspense fallback={<div aria-busy="true" />}>
        <Part {...props} />
      </Suspense>
    );
  };
}
