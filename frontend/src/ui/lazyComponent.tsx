// Loads a component when it first renders, such as the panel of a tab.
import { type FunctionComponent, lazy, type ReactNode, Suspense } from "react";

/** `pending` is the placeholder. */
export function lazyComponent<Props extends object>(
  load: () => Promise<FunctionComponent<Props>>,
  pending: ReactNode = <div aria-busy="true" />,
) {
  const Component = lazy(async () => ({ default: await load() }));
  return function LazyComponent(props: Props) {
    return (
      <Suspense fallback={pending}>
        <Component {...props} />
      </Suspense>
    );
  };
}
