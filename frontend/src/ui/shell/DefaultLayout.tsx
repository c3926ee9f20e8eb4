// The frame around every screen of a signed-in user.
import { ActionIcon } from "@mantine/core";
import { IconLayoutSidebar } from "@tabler/icons-react";
import { useRouterState } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTranslate } from "../../i18n/translate";
import { useCurrentUser } from "../../session/currentUser";
import { Brand } from "./Brand";
import classes from "./DefaultLayout.module.css";
import { Header } from "./Header";
import { Sidebar } from "./Sidebar";
import { useSidebarWidth } from "./useSidebarWidth";

type Props = { children: ReactNode; bell: ReactNode; palette: ReactNode; bugReport: ReactNode };

export function DefaultLayout({ children, bell, palette, bugReport }: Props) {
  const t = useTranslate();
  // Until their second factor is set up, the server answers nothing that navigation leads to.
  const { must_enrol: bare } = useCurrentUser();
  const { narrow: collapsed, toggle } = useSidebarWidth();
  return (
    <div
      className={classes.shell}
      data-collapsed={collapsed || undefined}
      data-bare={bare || undefined}
    >
      <a className={classes.skip} href="#content">
        {t("shell.skip")}
      </a>
      {!bare && (
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
        <Header bare={bare} bell={bell} palette={palette} />
        <Content>{children}</Content>
      </div>
      {bugReport}
    </div>
  );
}

/** Between two screens the one before is still shown under the new address: it says that it is on its way out. */
function Content({ children }: { children: ReactNode }) {
  const leaving = useRouterState({ select: ({ status }) => status === "pending" });
  return (
    <main id="content" tabIndex={-1} className={classes.content} aria-busy={leaving}>
      {children}
    </main>
  );
}
