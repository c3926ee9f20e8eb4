// Holds a screen's place while it is on the way; the router shows it only when the wait can be felt.
import { Loader } from "@mantine/core";
import { useTranslate } from "../../i18n/translate";
import classes from "./PagePending.module.css";

export function PagePending() {
  const t = useTranslate();
  return (
    <div
      role="status"
      aria-busy="true"
      aria-label={t("common.loading")}
      className={classes.pending}
    >
      <Loader size="sm" />
    </div>
  );
}
