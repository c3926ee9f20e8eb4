// A figure of a record, which opens the records that it is the sum of.
import { Text, UnstyledButton } from "@mantine/core";
import { useState } from "react";
import { useTranslate } from "../../i18n/translate";
import classes from "../ui.module.css";
import { RecordRowsDrawer, type RecordRowsProps } from "./RecordRowsDrawer";

/** The figure opens its rows itself when it `isCompact`, in a table; a link below it otherwise. */
export function RecordFigureRows({
  children,
  isCompact = false,
  ...props
}: RecordRowsProps & { isCompact?: boolean }) {
  const t = useTranslate();
  const [isOpen, setOpen] = useState(false);
  const button = (
    <UnstyledButton
      className={classes.link}
      fz={isCompact ? "inherit" : "xs"}
      aria-label={isCompact ? undefined : t("statistics.rows_of", { figure: props.label })}
      data-value={isCompact || undefined}
      aria-haspopup="dialog"
      onClick={() => setOpen(true)}
    >
      {isCompact ? children : t("statistics.rows")}
    </UnstyledButton>
  );
  return (
    <>
      {isCompact ? (
        button
      ) : (
        <>
          {children}
          <Text size="xs" fw={400}>
            {button}
          </Text>
        </>
      )}
      {isOpen && (
        <RecordRowsDrawer {...props} onClose={() => setOpen(false)}>
          {children}
        </RecordRowsDrawer>
      )}
    </>
  );
}
