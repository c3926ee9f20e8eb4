// The top bar: where one is on a phone, and what belongs to the reader: language, look, account.

import type { ReactNode } from "react";
import { Brand } from "./Brand";
import classes from "./DefaultLayout.module.css";
import { LanguageSwitch } from "./LanguageSwitch";
import { MobileNavigation } from "./MobileNavigation";
import { ThemeMenu } from "./ThemeMenu";
import { UserMenu } from "./UserMenu";

type Props = { bare: boolean; bell: ReactNode; palette: ReactNode };

/** `bare` is without the way to other screens; `bell` tells what is new. */
export function Header({ bare, bell, palette }: Props) {
  return (
    <header className={classes.header}>
      {!bare && <MobileNavigation />}
      <span className={classes.mobile}>
        <Brand compact />
      </span>
      <span className={classes.space} />
      {!bare && palette}
      <span className={classes.space} />
      {!bare && bell}
      <LanguageSwitch />
      <ThemeMenu />
      <UserMenu />
    </header>
  );
}
