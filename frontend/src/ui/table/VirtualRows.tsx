// Renders only the visible rows of a long page.
import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { type ReactNode, useLayoutEffect, useRef, useState } from "react";

type Props = {
  count: number;
  height: number;
  columns: number;
  renderRow: (index: number) => ReactNode;
};

function Gap({ height, columns }: { height: number; columns: number }) {
  return height > 0 ? (
    <tr aria-hidden>
      <td colSpan={columns} style={{ height, padding: 0 }} />
    </tr>
  ) : null;
}

export function VirtualRows({ count, height, columns, renderRow }: Props) {
  const body = useRef<HTMLTableSectionElement>(null);
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    setTop((body.current?.getBoundingClientRect().top ?? 0) + window.scrollY);
  }, []);
  const virtualizer = useWindowVirtualizer({
    count,
    estimateSize: () => height,
    overscan: 8,
    scrollMargin: top,
  });
  const visibleRows = virtualizer.getVirtualItems();
  const before = (visibleRows[0]?.start ?? top) - top;
  const after = virtualizer.getTotalSize() - ((visibleRows.at(-1)?.end ?? top) - top);
  return (
    <tbody ref={body}>
      <Gap height={before} columns={columns} />
      {visibleRows.map((row) => renderRow(row.index))}
      <Gap height={after} columns={columns} />
    </tbody>
  );
}
