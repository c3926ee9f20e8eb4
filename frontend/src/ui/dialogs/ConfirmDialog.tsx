// A confirmation dialog; the safe button is first and has the focus.
import "@mantine/core/styles/CloseButton.css";
import "@mantine/core/styles/Modal.css";
import "@mantine/core/styles/ModalBase.css";
import "@mantine/core/styles/Overlay.css";
import "@mantine/core/styles/Paper.css";
import { Button, Group, Modal, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslate } from "../../i18n/translate";
import { useOfflineReason } from "../feedback/useOfflineReason";
import classes from "../ui.module.css";

type Props = {
  opened: boolean;
  title: string;
  detail: string;
  confirmLabel: string;
  cancelLabel?: string;
  busy?: boolean;
  /** Fields or notes between the question and the buttons. */
  children?: ReactNode;
  /** Shows the confirm button without the danger color. */
  isHarmless?: boolean;
  /** While a required field is empty. */
  isConfirmDisabled?: boolean;
  /** Above a form that is itself a dialog. */
  isOverForm?: boolean;
  onConfirm: () => void;
  onCancel: () => void;
};

export function ConfirmDialog(props: Props) {
  const t = useTranslate();
  const offline = useOfflineReason();
  return (
    <Modal
      opened={props.opened}
      onClose={props.onCancel}
      stackId="question"
      title={props.title}
      centered
      classNames={{ title: classes.dialogTitle }}
      zIndex={props.isOverForm ? 400 : 200}
      closeButtonProps={{ "aria-label": t("ui.close", { title: props.title }) }}
    >
      <Text size="sm">{props.detail}</Text>
      {props.children}
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" data-autofocus onClick={props.onCancel}>
          {props.cancelLabel ?? t("ui.confirm.cancel")}
        </Button>
        <Button
          {...(props.isHarmless ? {} : { color: "red.9" })}
          loading={props.busy ?? false}
          disabled={props.isConfirmDisabled ?? false}
          {...offline}
          onClick={props.onConfirm}
        >
          {props.confirmLabel}
        </Button>
      </Group>
    </Modal>
  );
}
