// The button that opens the dialog to change the fee of a running retainer.
import { Button } from "@mantine/core";
import { IconReceipt } from "@tabler/icons-react";
import { useState } from "react";
import type { Project } from "../../../api/types";
import { loadMessages, useTranslate } from "../../../i18n/translate";
import { lazyComponent } from "../../../ui/lazyComponent";

const FeeDialog = lazyComponent(async () => {
  const [dialog] = await Promise.all([import("./FeeDialog"), loadMessages("history")]);
  return dialog.FeeDialog;
}, null);

/** Fees are billing data, which more roles may change than other terms. */
function mayChangeFee({ status, can }: Project): boolean {
  const isRunning = status === "active" || status === "on_hold";
  return isRunning && (can.includes("edit") || can.includes("edit_billing"));
}

export function ChangeFee({ project }: { project: Project }) {
  const t = useTranslate();
  const [isOpen, setOpen] = useState(false);
  if (!mayChangeFee(project)) return null;
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconReceipt size={16} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {t("projects.change_fee")}
      </Button>
      {isOpen && <FeeDialog project={project} onClose={() => setOpen(false)} />}
    </>
  );
}
