// A form in a dialog: 45% of the window, the full screen of a phone. A question about it opens above and handles Esc
// first.
import "@mantine/core/styles/CloseButton.css";
import "@mantine/core/styles/Modal.css";
import "@mantine/core/styles/ModalBase.css";
import "@mantine/core/styles/Overlay.css";
import "@mantine/core/styles/Paper.css";
import { Modal } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import type { ReactNode } from "react";
import { useTranslate } from "../../i18n/translate";
import { useRestoreFocus } from "../dialogs/restoreFocus";
import classes from "./Form.module.css";

type Props = { opened: boolean; title: string; onClose: () => void; children: ReactNode };

export function FormModal({ opened, title, onClose, children }: Props) {
  const t = useTranslate();
  useRestoreFocus();
  const phone = useMediaQuery("(max-width: 47.99em)", undefined, {
    getInitialValueInEffect: false,
  });
  return (
    <Modal.Stack>
      <Modal
        opened={opened}
        stackId="form"
        onClose={onClose}
        title={title}
        classNames={{ title: classes.modalTitle }}
        size="max(45vw, 480px)"
        fullScreen={phone ?? false}
        closeOnClickOutside={false}
        closeButtonProps={{ "aria-label": t("ui.close", { title }) }}
      >
        {children}
      </Modal>
    </Modal.Stack>
  );
}
