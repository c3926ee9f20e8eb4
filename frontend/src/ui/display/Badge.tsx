// A pill with a text that is not a status, such as a tag or a kind.
import type { ReactNode } from "react";
import classes from "../ui.module.css";

export type Tone = "neutral" | "success" | "warning" | "danger" | "info";

type Props = { children: ReactNode; icon?: ReactNode; tone?: Tone };

export function Badge({ children, icon, tone = "neutral" }: Props) {
  return (
    <span className={classes.badge} data-tone={tone}>
      {icon}
      {children}
    </span>
  );
}
