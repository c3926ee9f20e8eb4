// A titled card whose content loads when it is opened; it is open in print.
import { type ReactNode, useEffect, useState } from "react";
import { flushSync } from "react-dom";
import uiClasses from "../../../ui/ui.module.css";

export function FoldedSection({ title, children }: { title: string; children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    // It stays open afterwards: what was printed is still on the page.
    const open = () => flushSync(() => setOpen(true));
    window.addEventListener("beforeprint", open);
    return () => window.removeEventListener("beforeprint", open);
  }, []);
  return (
    <details
      className={uiClasses.card}
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary style={{ cursor: "pointer", marginBottom: isOpen ? 12 : 0 }}>
        <h2 className={uiClasses.cardTitle} style={{ display: "inline" }}>
          {title}
        </h2>
      </summary>
      {isOpen && children}
    </details>
  );
}
