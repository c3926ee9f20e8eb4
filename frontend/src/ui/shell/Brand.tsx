// The organization's logo, or the product's wordmark.
import { serverUrl } from "../../api/baseUrl";
import { useCurrentUser } from "../../session/currentUser";
import classes from "./DefaultLayout.module.css";
import { Wordmark } from "./Wordmark";

export function Brand({ compact = false }: { compact?: boolean }) {
  const { name, logo } = useCurrentUser().organization;
  if (logo === null) return <Wordmark compact={compact} />;
  const source = serverUrl(logo);
  return (
    <img className={classes.logo} src={source} alt={name} data-compact={compact || undefined} />
  );
}
