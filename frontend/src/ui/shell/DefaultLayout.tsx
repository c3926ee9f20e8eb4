// The layout of every screen of a signed-in user.
import { ActionIcon } from "@mantine/core";
import { IconLayoutSidebar } from "@tabler/icons-react";
import { useRouterState } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTranslate } from "../../i18n/translate";
import { useCurrentUser } from "../../session/currentUser";
import { BackupNotice } from "./BackupNotice";
import { Brand } from "./Brand";
import classes from "./DefaultLayout.module.css";
import { Header } from "./Header";
import { Sidebar } from "./Sidebar";
import { useSidebarWidth } from "./useSidebarWidth";

type Props = {
  children: ReactNode;
  bell: ReactNode;
  palette: ReactNode;
  bugReport: ReactNode;
  /** A warning about the installation. */
  notice: ReactNode;
};

export function DefaultLayout({ children, bell, palette, bugReport, notice }: Props) {
  const t = useTranslate();
  // The server refuses everything else until the user has set up their second factor.
  const { must_enrol: hideNavigation } = useCurrentUser();
  const { isCollapsed: collapsed, toggle } = useSidebarWidth();
  return (
    <div
      className={classes.shell}
      data-collapsed={collapsed || undefined}
      data-bare={hideNavigation || undefined}
    >
      <a className={classes.skip} href="#content">
        {t("shell.skip")}
      </a>
      {!hideNavigation && (
        <aside className={classes.sidebar} aria-label={t("common.app_name")}>
          <div className={classes.brand}>
            <Brand compact={collapsed} />
          </div>
          <Sidebar />
          <ActionIcon
            className={classes.collapse}
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={t(collapsed ? "shell.expand" : "shell.collapse")}
            aria-expanded={!collapsed}
            onClick={toggle}
          >
            <IconLayoutSidebar size={18} aria-hidden />
          </ActionIcon>
        </aside>
      )}
      <div className={classes.column}>
        <Header hideNavigation={hideNavigation} bell={bell} palette={palette} />
        <BackupNotice />
        {notice}
        <Content>{children}</Content>
      </div>
      {bugReport}
    </div>
  );
}

/** During navigation, the previous screen is marked as busy under the new URL. */
function Content({ children }: { children: ReactNode }) {
  const isNavigating = useRouterState({ select: ({ status }) => status === "pending" });
  return (
    <main id="content" tabIndex={-1} className={classes.content} aria-busy={isNavigating}>
      {children}
    </main>
  );
}
