// A page without navigation.
import type { ReactNode } from "react";

export function BlankLayout({ children }: { children: ReactNode }) {
  return (
    <main id="content" tabIndex={-1}>
      {children}
    </main>
  );
}
