// A dialog for an expired session or page; a reload is the only way out.
import { Button, Text } from "@mantine/core";
import { useEffect, useId, useRef } from "react";
import { useTranslate } from "../i18n/translate";
import classes from "./PageExpired.module.css";

export function PageExpired({ onReload }: { onReload: () => void }) {
  const t = useTranslate();
  const dialog = useRef<HTMLDialogElement>(null);
  const title = useId();
  const message = useId();
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog
      ref={dialog}
      className={classes.modal}
      aria-labelledby={title}
      aria-describedby={message}
      onCancel={(event) => event.preventDefault()}
      onKeyDown={(event) => event.key === "Escape" && event.preventDefault()}
    >
      <h2 id={title} className={classes.title}>
        {t("errors.page_expired.title")}
      </h2>
      <Text id={message} mb="lg">
        {t("errors.page_expired.message")}
      </Text>
      <Button onClick={onReload}>{t("common.reload")}</Button>
    </dialog>
  );
}
