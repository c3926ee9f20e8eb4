// A value on the card of a row.
import type { ReactNode } from "react";
import { useTranslate } from "../../i18n/translate";
import type { ColumnDescription } from "./listDescription";
import classes from "./Table.module.css";

type Props = { column: ColumnDescription; isHead: boolean; children: ReactNode };

/** Figures and days need their label; names and states say what they are, so theirs is for screen readers. */
export function CardPart({ column: { id, label, align }, isHead, children }: Props) {
  const t = useTranslate();
  const isLabelled = !isHead && (align || /_(on|end)$/.test(id));
  return (
    <span className={classes.cardPart}>
      <span className={isLabelled ? classes.cardLabel : "regie-visually-hidden"}>{t(label)}</span>{" "}
      {children}
    </span>
  );
}
