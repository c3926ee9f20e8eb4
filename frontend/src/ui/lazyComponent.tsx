// A part of a screen that is loaded when it is first shown, such as the panel of a tab.
import { type FunctionComponent, lazy, type ReactNode, Suspense } from "react";

/** `pending` stands in its place meanwhile. */
export function lazyComponent<Props extends object>(
  load: () => Promise<FunctionComponent<Props>>,
  pending: ReactNode = <div aria-busy="true" />,
) {
  const Part = lazy(async () => ({ default: await load() }));
  return function LazyComponent(props: Props) {
    return (
      <Suspense fallback={pending}>
        <Part {...props} />
      </Suspense>
    );
  };
}
