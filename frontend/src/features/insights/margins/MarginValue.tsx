// A number of a margin, which opens the records that it adds up.
import { UnstyledButton } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { lazyComponent } from "../../../ui/lazyComponent";
import classes from "../../../ui/ui.module.css";
import type { RowsQuery } from "./marginsList";

const MarginRowsDrawer = lazyComponent(
  async () => (await import("./MarginRowsDrawer")).MarginRowsDrawer,
);

/** `basis` says how the number is calculated from the sums of its rows. */
type Props = { label: string; query: RowsQuery; basis?: string | undefined; children: ReactNode };

export function MarginValue({ label, query, basis, children }: Props) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <UnstyledButton
        className={classes.link}
        fz="inherit"
        mih={24}
        miw={24}
        data-value
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {children}
      </UnstyledButton>
      {isOpen && (
        <MarginRowsDrawer label={label} query={query} basis={basis} onClose={() => setOpen(false)}>
          {children}
        </MarginRowsDrawer>
      )}
    </>
  );
}
