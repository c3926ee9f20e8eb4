// A question mark next to a figure that explains it by mouse, keyboard or touch.
import "@mantine/core/styles/Tooltip.css";
import { ActionIcon, Tooltip } from "@mantine/core";
import { IconHelpCircle } from "@tabler/icons-react";
import { useTranslate } from "../../i18n/translate";

export function HelpIcon({ label, text }: { label: string; text: string }) {
  const t = useTranslate();
  return (
    <Tooltip
      label={text}
      multiline
      w={260}
      withArrow
      events={{ hover: true, focus: true, touch: true }}
    >
      <ActionIcon variant="transparent" color="gray" size={24} aria-label={t("ui.help", { label })}>
        <IconHelpCircle size={14} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}
