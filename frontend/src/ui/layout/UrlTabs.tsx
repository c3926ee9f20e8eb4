// Tabs in the URL, so that a reload, a link or Back opens the same one.
import "@mantine/core/styles/Tabs.css";
import { Tabs } from "@mantine/core";
import { useNavigate, useSearch } from "@tanstack/react-router";
import type { ReactNode } from "react";
import classes from "./UrlTabs.module.css";

export type UrlTab = { id: string; label: string; panel: () => ReactNode };

export function UrlTabs({ tabs, label }: { tabs: readonly UrlTab[]; label: string }) {
  const search = useSearch({ strict: false }) as { tab?: string };
  const navigate = useNavigate();
  const first = tabs[0]?.id ?? "";
  const openTab = tabs.find(({ id }) => id === search.tab) ?? tabs[0];
  const openTabById = (id: string | null) => {
    const next = id === null || id === first ? {} : { tab: id };
    void navigate({ to: ".", search: next, resetScroll: false });
  };
  return (
    <Tabs value={openTab?.id ?? first} onChange={openTabById} keepMounted={false}>
      <Tabs.List className={classes.list} aria-label={label}>
        {tabs.map((tab) => (
          <Tabs.Tab key={tab.id} value={tab.id} ref={tab === openTab ? scrollToTab : null}>
            {tab.label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {openTab && (
        <Tabs.Panel key={openTab.id} value={openTab.id} pt="md">
          {/* On paper it replaces the tabs. */}
          <h2 hidden>{openTab.label}</h2>
          {openTab.panel()}
        </Tabs.Panel>
      )}
    </Tabs>
  );
}

/** Scrolls the line of tabs so that the open one is in its middle. */
function scrollToTab(tab: HTMLElement | null) {
  const line = tab?.parentElement;
  if (line) line.scrollLeft = tab.offsetLeft - (line.clientWidth - tab.offsetWidth) / 2;
}
