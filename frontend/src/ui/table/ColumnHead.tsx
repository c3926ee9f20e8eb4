// A column header; a sortable one is a button that announces its direction.
import { UnstyledButton } from "@mantine/core";
import { IconArrowDown, IconArrowUp, IconSelector } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslate } from "../../i18n/translate";
import { HelpIcon } from "../display/HelpIcon";
import type { ColumnDescription } from "./listDescription";
import classes from "./Table.module.css";

type Direction = false | "asc" | "desc";

const ARIA = { asc: "ascending", desc: "descending" } as const;

function SortIcon({ direction }: { direction: Direction }) {
  const Icon = { asc: IconArrowUp, desc: IconArrowDown, none: IconSelector }[direction || "none"];
  return <Icon size={14} aria-hidden className={direction ? classes.sorted : classes.unsorted} />;
}

type Props = {
  column: ColumnDescription | undefined;
  direction: Direction;
  onSort: (key: string) => void;
};

export function ColumnHead({ column, direction, onSort }: Props) {
  const t = useTranslate();
  if (column === undefined) return null;
  const { sort, align } = column;
  const label = t(column.label);
  const help = column.help && <HelpIcon label={label} text={t(column.help)} />;
  const head = { id: column.id, label, sort, align, help, direction, onSort };
  return <Head {...head} />;
}

type HeadProps = Omit<Props, "column"> & {
  id?: string;
  label: string;
  sort?: string | undefined;
  align?: "end" | undefined;
  help?: ReactNode;
};

export function Head({ id, label, sort, align, help, direction, onSort }: HeadProps) {
  if (sort === undefined) {
    return (
      <th scope="col" className={classes.head} data-align={align} data-column={id}>
        {label}
        {help}
      </th>
    );
  }
  return (
    <th
      scope="col"
      className={classes.head}
      data-align={align}
      data-column={id}
      aria-sort={direction ? ARIA[direction] : "none"}
    >
      <UnstyledButton className={classes.sort} onClick={() => onSort(sort)}>
        {label}
        <SortIcon direction={direction} />
      </UnstyledButton>
      {help}
    </th>
  );
}
