// Opens the dialog of a problem report from every screen.
import { Button } from "@mantine/core";
import { IconBug } from "@tabler/icons-react";
import { useState } from "react";
import { loadMessages, useTranslate } from "../../../i18n/translate";
import { lazyComponent } from "../../../ui/lazyComponent";
import classes from "./BugReport.module.css";

const BugReportDialog = lazyComponent(async () => {
  const [dialog] = await Promise.all([import("./BugReportDialog"), loadMessages("dialogs")]);
  return dialog.BugReportDialog;
}, null);

export function BugReportButton() {
  const t = useTranslate();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        classNames={{ root: classes.button, section: classes.icon, label: classes.label }}
        variant="default"
        size="compact-sm"
        leftSection={<IconBug size={16} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {t("shell.bug.report")}
      </Button>
      {isOpen && <BugReportDialog onClose={() => setOpen(false)} />}
    </>
  );
}
