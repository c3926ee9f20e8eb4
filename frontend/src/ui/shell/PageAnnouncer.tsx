// Gives every screen its document title, and on arrival moves the focus to its heading and says it aloud.
import { useRouter } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { translate } from "../../i18n/translate";

const HEADING = "h1[data-page-title]";
const WATCHED: MutationObserverInit = {
  childList: true,
  subtree: true,
  characterData: true,
  attributes: true,
  attributeFilter: ["style"],
};

/** Headings come with their data, after the route: watch for them instead of guessing when. */
export function PageAnnouncer() {
  const router = useRouter();
  const [announced, setAnnounced] = useState("");

  useEffect(() => {
    let arriving = false;
    const readHeading = () => {
      const heading = document.querySelector<HTMLElement>(HEADING);
      const page = heading?.textContent?.trim();
      if (!heading || !page) return;
      const title = translate("shell.title", { page });
      if (document.title !== title) document.title = title;
      if (!arriving) return;
      heading.focus({ preventScroll: true });
      // A heading that React still keeps hidden refuses the focus; its turn comes when it is shown.
      if (document.activeElement !== heading) return;
      arriving = false;
      setAnnounced(page);
    };
    const observer = new MutationObserver(readHeading);
    observer.observe(document.body, WATCHED);
    const unsubscribe = router.subscribe("onRendered", ({ fromLocation, toLocation }) => {
      if (!fromLocation || fromLocation.pathname === toLocation.pathname) return;
      arriving = true;
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
