// The layout of every screen of a signed-in user.
import { IconLayoutSidebar } from "@tabler/icons-react";
import { useRouterState } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTranslate } from "../../i18n/translate";
import { useCurrentUser } from "../../session/currentUser";
import { lazyComponent } from "../lazyComponent";
import { BackupNotice } from "./BackupNotice";
import { Brand } from "./Brand";
import classes from "./DefaultLayout.module.css";
import { Header, type HeaderContent } from "./Header";
import { SettingsNavigation, useSettingsPages } from "./SettingsNavigation";
import { Sidebar } from "./Sidebar";
import { StatusBar } from "./StatusBar";
import { useSidebarWidth } from "./useSidebarWidth";

/** Where records are sample data. */
const SampleDataNotice = lazyComponent(
  async () => (await import("./SampleDataNotice")).SampleDataNotice,
  null,
);
/** Only for paper: after everything else. */
const PrintedLine = lazyComponent(async () => (await import("./PrintedLine")).PrintedLine);

type Props = {
  children: ReactNode;
  header: HeaderContent;
  /** Favorites and recent records, in the sidebar. */
  records: ReactNode;
  bugReport: ReactNode;
  /** A warning about the installation. */
  notice: ReactNode;
};

export function DefaultLayout({ children, header, records, bugReport, notice }: Props) {
  const t = useTranslate();
  // The server refuses everything else until the user has set up their second factor.
  const { must_enrol: hideNavigation, has_sample_data } = useCurrentUser();
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
          <Sidebar records={records} />
          <CollapseButton isCollapsed={collapsed} onToggle={toggle} />
        </aside>
      )}
      <div className={classes.column}>
        <Header hideNavigation={hideNavigation} records={records} {...header} />
        <BackupNotice />
        {has_sample_data && <SampleDataNotice />}
        {notice}
        <PrintedLine />
        <Content hideNavigation={hideNavigation}>{children}</Content>
        {!hideNavigation && <StatusBar />}
      </div>
      {bugReport}
    </div>
  );
}

type CollapseProps = { isCollapsed: boolean; onToggle: () => void };

function CollapseButton({ isCollapsed, onToggle }: CollapseProps) {
  const t = useTranslate();
  const label = t(isCollapsed ? "shell.expand" : "shell.collapse");
  return (
    <button
      type="button"
      className={classes.collapse}
      aria-label={label}
      aria-expanded={!isCollapsed}
      aria-keyshortcuts="["
      title={label}
      onClick={onToggle}
    >
      <IconLayoutSidebar size={18} stroke={1.75} aria-hidden />
      {!isCollapsed && (
        <>
          <span>{t("shell.collapse_short")}</span>
          <kbd aria-hidden>[</kbd>
        </>
      )}
    </button>
  );
}

type ContentProps = { hideNavigation: boolean; children: ReactNode };

/** During navigation, the previous screen is marked as busy under the new URL. */
function Content({ hideNavigation, children }: ContentProps) {
  const isNavigating = useRouterState({ select: ({ status }) => status === "pending" });
  const settings = useSettingsPages();
  const hasSettings = settings !== null && !hideNavigation;
  return (
    <div className={classes.body} data-settings={hasSettings || undefined}>
      {hasSettings && <SettingsNavigation {...settings} />}
      <main id="content" tabIndex={-1} className={classes.content} aria-busy={isNavigating}>
        {children}
      </main>
    </div>
  );
}
