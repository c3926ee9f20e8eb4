// The header: navigation on a phone, search, notifications, language, theme and account.

import type { ReactNode } from "react";
import { Brand } from "./Brand";
import classes from "./DefaultLayout.module.css";
import { LanguageSwitch } from "./LanguageSwitch";
import { MobileNavigation } from "./MobileNavigation";
import { ThemeMenu } from "./ThemeMenu";
import { UserMenu } from "./UserMenu";

type Props = { hideNavigation: boolean; bell: ReactNode; palette: ReactNode };

/** `bare` hides the navigation; `bell` is the notification button. */
export function Header({ hideNavigation, bell, palette }: Props) {
  return (
    <header className={classes.header}>
      {!hideNavigation && <MobileNavigation />}
      <span className={classes.mobile}>
        <Brand compact />
      </span>
      <span className={classes.space} />
      {!hideNavigation && palette}
      <span className={classes.space} />
      {!hideNavigation && bell}
      <LanguageSwitch />
      <ThemeMenu />
      <UserMenu />
    </header>
  );
}
