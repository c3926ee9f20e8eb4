// A link to another tab of the same page.
import { Link } from "@tanstack/react-router";
import uiClasses from "../../../ui/ui.module.css";

export function TabLink({ tab, children }: { tab: string; children: string }) {
  return (
    <Link to="." search={{ tab }} resetScroll={false} className={uiClasses.link}>
      {children}
    </Link>
  );
}
