// The layout of the sign-in screens: wordmark, panel, language and theme switch.
import { Text } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslate } from "../../i18n/translate";
import classes from "./AuthLayout.module.css";
import { LanguageSwitch } from "./LanguageSwitch";
import { ThemeSwitch } from "./ThemeSwitch";
import { Wordmark } from "./Wordmark";

export function AuthLayout({ children }: { children: ReactNode }) {
  const t = useTranslate();
  return (
    <div className={classes.page}>
      <header className={classes.header}>
        <Wordmark />
        <div className={classes.switches}>
          <LanguageSwitch />
          <ThemeSwitch />
        </div>
      </header>
      <main id="content" tabIndex={-1} className={classes.main}>
        <div className={classes.panel}>{children}</div>
        <Text c="dimmed" size="sm">
          {t("login.welcome")}
        </Text>
      </main>
    </div>
  );
}
