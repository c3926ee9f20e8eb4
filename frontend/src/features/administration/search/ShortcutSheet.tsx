// The list of shortcuts, with a switch for the single letters.
import "@mantine/core/styles/CloseButton.css";
import "@mantine/core/styles/Modal.css";
import "@mantine/core/styles/ModalBase.css";
import "@mantine/core/styles/Overlay.css";
import "@mantine/core/styles/Paper.css";
import { Modal, Text } from "@mantine/core";
import type { MessageKey } from "../../../i18n/keys";
import { useTranslate } from "../../../i18n/translate";
import { ShortcutSwitch } from "../../../ui/account/ShortcutSwitch";
import classes from "./Palette.module.css";

const SHORTCUTS = [
  ["palette", ["Ctrl", "K"]],
  ["search", ["/"]],
  ["home", ["g", "h"]],
  ["dashboard", ["g", "d"]],
  ["clients", ["g", "c"]],
  ["projects", ["g", "p"]],
  ["invoices", ["g", "i"]],
  ["teams", ["g", "t"]],
  ["create", ["c"]],
  ["edit", ["e"]],
  ["next", ["j"]],
  ["previous", ["k"]],
  ["select", ["x"]],
  ["snooze", ["s"]],
  ["assign", ["a"]],
  ["open", ["enter"]],
  ["up", ["escape"]],
  ["print", ["Ctrl", "P"]],
  ["collapse", ["["]],
  ["sheet", ["?"]],
] as const;

/** Keys with a translated name. */
const TRANSLATED_KEYS: ReadonlySet<string> = new Set(["enter", "escape"]);

export function ShortcutSheet({ onClose }: { onClose: () => void }) {
  const t = useTranslate();
  const title = t("palette.sheet.title");
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      centered
      classNames={{ title: classes.title }}
      closeButtonProps={{ "aria-label": t("ui.close", { title }) }}
    >
      <Text size="sm" c="dimmed">
        {t("palette.sheet.detail")}
      </Text>
      <dl className={classes.keys}>
        {SHORTCUTS.map(([name, keys]) => (
          <div key={name} style={{ display: "contents" }}>
            <dt>
              {keys.map((key, index) => (
                <span key={key}>
                  {index > 0 && " "}
                  <kbd>
                    {TRANSLATED_KEYS.has(key) ? t(`palette.sheet.key.${key}` as MessageKey) : key}
                  </kbd>
                </span>
              ))}
            </dt>
            <dd>{t(`palette.sheet.${name}`)}</dd>
          </div>
        ))}
      </dl>
      <ShortcutSwitch label={t("palette.sheet.switch")} detail={t("palette.sheet.switch_detail")} />
    </Modal>
  );
}
