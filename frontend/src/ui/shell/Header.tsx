// The header: where the page is, search, what may be created, notifications and account.
import type { ReactNode } from "react";
import { Breadcrumbs } from "./Breadcrumbs";
import classes from "./DefaultLayout.module.css";
import { MobileNavigation } from "./MobileNavigation";
import { UserMenu } from "./UserMenu";

/** What features add to the header. */
export type HeaderContent = {
  palette: ReactNode;
  createMenu: ReactNode;
  bell: ReactNode;
  /** The button that makes the current record a favorite. */
  favorite: ReactNode;
};

type Props = HeaderContent & { hideNavigation: boolean; records: ReactNode };

export function Header({ hideNavigation, records, ...content }: Props) {
  return (
    <header className={classes.header}>
      {!hideNavigation && (
        <>
          <MobileNavigation records={records} />
          <Breadcrumbs />
          {content.favorite}
        </>
      )}
      <span className={classes.space} />
      {!hideNavigation && (
        <>
          {content.palette}
          {content.createMenu}
          {content.bell}
        </>
      )}
      <UserMenu />
    </header>
  );
}
