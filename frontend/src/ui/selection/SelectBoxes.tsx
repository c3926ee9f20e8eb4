// The box that picks a row, with Shift all from the one before, and the box over them that picks the page.
import { type ChangeEvent, useRef } from "react";
import { useTranslate } from "../../i18n/translate";
import classes from "../table/Table.module.css";
import type { Listed } from "../table/tableModel";
import type { Selection } from "./useSelection";

/** What the boxes of one page share. */
export type PageSelection<Item extends Listed> = {
  selection: Selection<Item>;
  page: readonly Item[];
  toggle: (item: Item, reach: boolean) => void;
};

/** The row's name is the box's too. */
export const nameId = (item: Listed) => `${item.api_id}-name`;

export function usePageSelection<Item extends Listed>(
  selection: Selection<Item> | undefined,
  page: readonly Item[],
): PageSelection<Item> | undefined {
  const last = useRef<string>(undefined);
  if (selection === undefined) return undefined;
  const toggle = (item: Item, reach: boolean) => {
    const [from, to] = [last.current, item.api_id].map((id) =>
      page.findIndex(({ api_id }) => api_id === id),
    ) as [number, number];
    const start = reach && from >= 0 ? from : to;
    const meant = page.slice(Math.min(start, to), Math.max(start, to) + 1);
    last.current = item.api_id;
    pick(selection, page, meant, !selection.has(item));
  };
  return { selection, page, toggle };
}

/** Who takes one away from all keeps the others that are to be seen. */
function pick<Item extends Listed>(
  { rows, all, pick: keep }: Selection<Item>,
  page: readonly Item[],
  meant: readonly Item[],
  on: boolean,
): void {
  const changed = new Set(meant.map(({ api_id }) => api_id));
  const others = [...(all ? page : rows.values())].filter(({ api_id }) => !changed.has(api_id));
  keep(on ? [...others, ...meant] : others);
}

type BoxProps<Item extends Listed> = { picking: PageSelection<Item>; item: Item };

export function SelectRowBox<Item extends Listed>({ picking, item }: BoxProps<Item>) {
  const t = useTranslate();
  const id = `${item.api_id}-pick`;
  const reaches = ({ nativeEvent }: ChangeEvent) => (nativeEvent as MouseEvent).shiftKey;
  return (
    // A press with Shift would mark the words between.
    <label
      className={classes.pick}
      onMouseDown={(event) => event.shiftKey && event.preventDefault()}
    >
      <input
        type="checkbox"
        id={id}
        aria-label={t("table.pick")}
        aria-labelledby={`${id} ${nameId(item)}`}
        checked={picking.selection.has(item)}
        onChange={(event) => picking.toggle(item, reaches(event))}
      />
    </label>
  );
}

export function SelectPageBox<Item extends Listed>({ picking }: { picking: PageSelection<Item> }) {
  const t = useTranslate();
  const { selection, page } = picking;
  const count = page.filter(selection.has).length;
  const isWhole = count === page.length;
  return (
    <label className={classes.pick}>
      <input
        type="checkbox"
        aria-label={t("table.pick_page")}
        checked={isWhole}
        ref={(box) => {
          if (box) box.indeterminate = count > 0 && !isWhole;
        }}
        onChange={() => pick(selection, page, page, !isWhole)}
      />
    </label>
  );
}
