// Loads a component when it first renders, such as the panel of a tab.
import { type FunctionComponent, lazy, type ReactNode, Suspense, useState } from "react";

/** `pending` is the placeholder; `loadNow` loads the component before it renders, so that it needs none. */
export function lazyComponent<Props extends object>(
  load: () => Promise<FunctionComponent<Props>>,
  pending: ReactNode = <div aria-busy="true" />,
) {
  let loaded: FunctionComponent<Props> | undefined;
  const loadNow = async () => {
    loaded = await load();
    return { default: loaded };
  };
  const Lazy = lazy(loadNow);
  function LazyComponent(props: Props) {
    const [Component] = useState(() => loaded ?? Lazy);
    return (
      <Suspense fallback={pending}>
        <Component {...props} />
      </Suspense>
    );
  }
  return Object.assign(LazyComponent, { loadNow });
}
