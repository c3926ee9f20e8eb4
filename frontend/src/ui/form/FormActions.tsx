// The buttons of a form, and the sentence that nothing has changed.
import { Button, Text } from "@mantine/core";
import { useTranslate } from "../../i18n/translate";
import { useOfflineReason } from "../feedback/useOfflineReason";
import classes from "./Form.module.css";

type ActionsProps = { label: string; busy: boolean; isUnchanged: boolean; onCancel?: () => void };

/** Pressing a button must not move it first: validation on blur waits for the click. */
export function FormActions({ label, busy, isUnchanged, onCancel }: ActionsProps) {
  const t = useTranslate();
  const offline = useOfflineReason();
  return (
    <div className={classes.actions} data-form-actions>
      {isUnchanged && (
        <Text size="sm" c="dimmed" className={classes.idle}>
          {t("form.nothing_changed")}
        </Text>
      )}
      {onCancel && (
        <Button
          variant="default"
          onMouseDown={(event) => event.preventDefault()}
          onClick={onCancel}
        >
          {t("form.cancel")}
        </Button>
      )}
      <Button
        type="submit"
        loading={busy}
        disabled={isUnchanged}
        {...offline}
        onMouseDown={(event) => event.preventDefault()}
      >
        {label}
      </Button>
    </div>
  );
}
