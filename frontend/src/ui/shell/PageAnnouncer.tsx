// Sets the document title of every screen, focuses its heading on arrival and announces it.
import { useRouter } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { translate } from "../../i18n/translate";

const HEADING = "h1[data-page-title]";
const OBSERVER_OPTIONS: MutationObserverInit = {
  childList: true,
  subtree: true,
  characterData: true,
  attributes: true,
  attributeFilter: ["style"],
};

/** A heading renders when its data arrives, after the navigation, so this observes the page. */
export function PageAnnouncer() {
  const router = useRouter();
  const [announced, setAnnounced] = useState("");

  useEffect(() => {
    let isArriving = false;
    const readHeading = () => {
      const heading = document.querySelector<HTMLElement>(HEADING);
      const page = heading?.textContent?.trim();
      if (!heading || !page) return;
      const title = translate("shell.title", { page });
      if (document.title !== title) document.title = title;
      if (!isArriving) return;
      heading.focus({ preventScroll: true });
      // A hidden heading cannot receive the focus; the observer tries again when it is visible.
      if (document.activeElement !== heading) return;
      isArriving = false;
      setAnnounced(page);
    };
    const observer = new MutationObserver(readHeading);
    observer.observe(document.body, OBSERVER_OPTIONS);
    const unsubscribe = router.subscribe("onRendered", ({ fromLocation, toLocation }) => {
      if (!fromLocation || fromLocation.pathname === toLocation.pathname) return;
      isArriving = true;
      readHeading();
    });
    readHeading();
    return () => {
      observer.disconnect();
      unsubscribe();
    };
  }, [router]);

  return (
    <div role="status" aria-live="polite" className="regie-visually-hidden">
      {announced}
    </div>
  );
}
