// The dialogs of a goal: check-in, edit, close and reopen.
import { useState } from "react";
import type { CheckIn, GoalRow } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { FormModal } from "../../../ui/form/FormModal";
import { ResourceForm } from "../../../ui/form/ResourceForm";
import {
  checkInFields,
  closingFields,
  type GoalChange,
  goalFields,
  reopeningFields,
  yesNoFields,
} from "./goalFields";

type Props = {
  goal: GoalRow;
  change: GoalChange;
  onClose: () => void;
  /** The check-in that the new one corrects. */
  corrects?: CheckIn;
};

export function GoalDialogs({ goal, change, onClose, corrects }: Props) {
  const t = useTranslate();
  const title = t(`goals.dialogue.${corrects ? "correct" : change}`, { name: goal.title });
  return (
    <FormModal opened title={title} onClose={onClose}>
      {change === "check_in" ? (
        <CheckInForm goal={goal} onClose={onClose} {...(corrects ? { corrects } : {})} />
      ) : (
        <ChangeForm goal={goal} change={change} onClose={onClose} />
      )}
    </FormModal>
  );
}

function CheckInForm({ goal, onClose, corrects }: Omit<Props, "change">) {
  const t = useTranslate();
  const isYesNo = goal.unit === "yes_no";
  const isDone = Number(corrects?.value ?? goal.current_value) === 1;
  const yesNoValue = isYesNo ? { value: isDone ? "0" : "1" } : {};
  const label = isYesNo
    ? t(isDone ? "goals.mark.undone" : "goals.mark.done")
    : t("goals.do.check_in");
  const { value, checked_on, note } = corrects ?? {};
  return (
    <ResourceForm
      formKey={`employee-goals/${goal.api_id}/check-ins/${corrects?.api_id ?? "new"}`}
      path="/employee-goals/{id}/check-ins"
      params={{ id: goal.api_id }}
      fields={isYesNo ? yesNoFields : checkInFields}
      prefill={{ value, checked_on: checked_on ?? goal.as_of, note }}
      extra={{ ...yesNoValue, ...(corrects ? { corrects: corrects.api_id } : {}) }}
      submitLabel={label}
      onSaved={onClose}
      onCancel={onClose}
    />
  );
}

function ChangeForm({ goal, change, onClose }: Omit<Props, "corrects">) {
  const t = useTranslate();
  // Saving compares with the version that was opened.
  const [opened] = useState(goal);
  const common = { onSaved: onClose, onCancel: onClose };
  const key = `employee-goals/${opened.api_id}`;
  if (change === "edit")
    return (
      <ResourceForm
        formKey={key}
        path="/employee-goals"
        fields={goalFields}
        record={opened}
        {...common}
      />
    );
  const statusProps = {
    params: { id: opened.api_id },
    extra: { version: opened.version },
    submitLabel: t(change === "close" ? "goals.do.close" : "goals.do.reopen"),
    ...common,
  };
  return change === "close" ? (
    <ResourceForm
      formKey={`${key}/closings`}
      path="/employee-goals/{id}/closings"
      fields={closingFields}
      {...statusProps}
    />
  ) : (
    <ResourceForm
      formKey={`${key}/reopenings`}
      path="/employee-goals/{id}/reopenings"
      fields={reopeningFields}
      {...statusProps}
    />
  );
}
