// Opens the dialog that closes the history before Régie.
import { Button } from "@mantine/core";
import { useState } from "react";
import { useTranslate } from "../../../i18n/translate";
import { lazyComponent } from "../../../ui/lazyComponent";

const HistoryDialog = lazyComponent(async () => (await import("./HistoryDialog")).HistoryDialog);

export function HistoryButton() {
  const t = useTranslate();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        {t("reconciliation.history.open")}
      </Button>
      {isOpen && <HistoryDialog onClose={() => setOpen(false)} />}
    </>
  );
}
