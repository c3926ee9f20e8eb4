// The organization's logo, or the product's wordmark.
import { useCurrentUser } from "../../session/currentUser";
import classes from "./DefaultLayout.module.css";
import { Wordmark } from "./Wordmark";

export function Brand({ compact = false }: { compact?: boolean }) {
  const { name, logo } = useCurrentUser().organization;
  if (logo === null) return <Wordmark compact={compact} />;
  return <img className={classes.logo} src={logo} alt={name} data-compact={compact || undefined} />;
}
