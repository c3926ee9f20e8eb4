// The margin of a project or client, for users who may see it; its texts and figures load when it is opened.
import { useState } from "react";
import { loadMessages, useTranslate } from "../../../i18n/translate";
import { lazyComponent } from "../../../ui/lazyComponent";
import uiClasses from "../../../ui/ui.module.css";
import { useMaySeeMargins } from "./marginRights";
import type { MarginRecord } from "./marginsList";

const Panel = lazyComponent(
  async () => {
    const [panel] = await Promise.all([import("./RecordMargin"), loadMessages("margin")]);
    return panel.RecordMargin;
  },
  <div aria-busy="true" style={{ minHeight: 152 }} />,
);

export function RecordMargin({ record }: { record: MarginRecord }) {
  const t = useTranslate();
  const [isOpen, setOpen] = useState(false);
  if (!useMaySeeMargins()) return null;
  return (
    <details
      className={uiClasses.card}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary
        className={uiClasses.cardTitle}
        style={{ cursor: "pointer", marginBottom: isOpen ? undefined : 0 }}
      >
        {t("shell.nav.margin")}
      </summary>
      {isOpen && <Panel record={record} />}
    </details>
  );
}
