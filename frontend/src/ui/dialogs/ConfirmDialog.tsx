// A question with two answers, the safe one first and in focus.
import "@mantine/core/styles/CloseButton.css";
import "@mantine/core/styles/Modal.css";
import "@mantine/core/styles/ModalBase.css";
import "@mantine/core/styles/Overlay.css";
import "@mantine/core/styles/Paper.css";
import { Button, Group, Modal, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslate } from "../../i18n/translate";
import classes from "../ui.module.css";

type Question = {
  opened: boolean;
  title: string;
  detail: string;
  confirmLabel: string;
  cancelLabel?: string;
  busy?: boolean;
  /** What is to be said or chosen with the answer. */
  children?: ReactNode;
  /** Harmless questions do not look dangerous. */
  harmless?: boolean;
  /** On top of a form that is itself a dialogue. */
  overForm?: boolean;
  onConfirm: () => void;
  onCancel: () => void;
};

export function ConfirmDialog(props: Question) {
  const t = useTranslate();
  return (
    <Modal
      opened={props.opened}
      onClose={props.onCancel}
      stackId="question"
      title={props.title}
      centered
      classNames={{ title: classes.dialogTitle }}
      zIndex={props.overForm ? 400 : 200}
      closeButtonProps={{ "aria-label": t("ui.close", { title: props.title }) }}
    >
      <Text size="sm">{props.detail}</Text>
      {props.children}
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" data-autofocus onClick={props.onCancel}>
          {props.cancelLabel ?? t("ui.confirm.cancel")}
        </Button>
        <Button
          {...(props.harmless ? {} : { color: "red.9" })}
          loading={props.busy ?? false}
          onClick={props.onConfirm}
        >
          {props.confirmLabel}
        </Button>
      </Group>
    </Modal>
  );
}
