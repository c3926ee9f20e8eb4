// A persistent message inside a sign-in screen.
import type { ReactNode } from "react";
import classes from "./Login.module.css";

/** Drawn here: the sign-in screens should not load the icon set. */
function NoticeIcon({ kind }: { kind: "info" | "warning" }) {
  return (
    <svg width="20" height="20" viewBox="0 0 24 24" aria-hidden className={classes.icon}>
      {kind === "info" ? <circle cx="12" cy="12" r="9" /> : <path d="M12 3.5 2.5 20h19z" />}
      {kind === "info" ? <path d="M12 8h.01M12 11.5V16" /> : <path d="M12 10v4.5M12 17.2h.01" />}
    </svg>
  );
}

type Props = { kind: "info" | "warning"; role?: "status" | "alert"; children: ReactNode };

export function Notice({ kind, role, children }: Props) {
  return (
    <div className={classes.notice} data-kind={kind}>
      <NoticeIcon kind={kind} />
      <div role={role}>{children}</div>
    </div>
  );
}
