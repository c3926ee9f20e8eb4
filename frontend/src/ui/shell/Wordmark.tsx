// The product's wordmark.
import classes from "./Wordmark.module.css";

export function Wordmark({ compact = false }: { compact?: boolean }) {
  return (
    <span className={classes.mark}>
      <img src="/favicon.svg" alt={compact ? "Régie" : ""} width={28} height={28} />
      {!compact && <span className={classes.name}>Régie</span>}
    </span>
  );
}
