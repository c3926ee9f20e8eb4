// A placeholder while a screen loads; the router shows it only after a delay.
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
