// A warning about the installation above every screen: what is wrong, and what to do.
import { IconAlertTriangle } from "@tabler/icons-react";
import type { ReactNode } from "react";
import classes from "./SystemNotice.module.css";

type Props = { label: string; title: string; action?: ReactNode; children: ReactNode };

export function SystemNotice({ label, title, action, children }: Props) {
  return (
    <section className={classes.notice} aria-label={label}>
      <IconAlertTriangle size={18} aria-hidden className={classes.icon} />
      <div role="status" className={classes.text}>
        <strong>{title}</strong> {children}
      </div>
      {action}
    </section>
  );
}
