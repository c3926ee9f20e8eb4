// The link of a notice to the operations page, for those who may open it.
import { Link } from "@tanstack/react-router";
import { useTranslate } from "../../i18n/translate";
import { usePermissions } from "../../session/permissions";
import classes from "./SystemNotice.module.css";

export function OperationsLink() {
  const t = useTranslate();
  const { can } = usePermissions();
  if (!can("operations.view")) return null;
  return (
    <Link to="/admin/operations" className={classes.link}>
      {t("shell.open_operations")}
    </Link>
  );
}
