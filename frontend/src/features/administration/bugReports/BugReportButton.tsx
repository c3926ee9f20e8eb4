// Copies the details for a bug report (address, build, browser) to the clipboard.
import { Button } from "@mantine/core";
import { IconBug } from "@tabler/icons-react";
import { useTranslate } from "../../../i18n/translate";
import { showToast } from "../../../lib/toasts";
import classes from "./BugReport.module.css";

function reportText(project: string): string {
  const build = document.querySelector<HTMLMetaElement>('meta[name="regie-build"]')?.content;
  const lines = { project, page: window.location.href, build, browser: navigator.userAgent };
  return Object.entries(lines)
    .map(([name, value]) => `${name}: ${value ?? ""}`)
    .join("\n");
}

export function BugReportButton({ project }: { project: string }) {
  const t = useTranslate();
  const copyReport = async () => {
    await navigator.clipboard.writeText(reportText(project));
    showToast({ kind: "success", summary: t("shell.bug.copied"), detail: t("shell.bug.detail") });
  };
  return (
    <Button
      className={classes.button}
      variant="default"
      size="compact-sm"
      leftSection={<IconBug size={16} aria-hidden />}
      onClick={() => void copyReport()}
    >
      {t("shell.bug.report")}
    </Button>
  );
}
