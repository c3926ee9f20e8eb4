// What is asked when something is done with a goal: each a form of its own over the screen.
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
  deed: GoalChange;
  onClose: () => void;
  /** The check-in in whose place the new one stands. */
  corrects?: CheckIn;
};

export function GoalDialogs({ goal, deed, onClose, corrects }: Props) {
  const t = useTranslate();
  const title = t(`goals.dialogue.${corrects ? "correct" : deed}`, { name: goal.title });
  return (
    <FormModal opened title={title} onClose={onClose}>
      {deed === "check_in" ? (
        <CheckInForm goal={goal} onClose={onClose} {...(corrects ? { corrects } : {})} />
      ) : (
        <OtherForm goal={goal} deed={deed} onClose={onClose} />
      )}
    </FormModal>
  );
}

function CheckInForm({ goal, onClose, corrects }: Omit<Props, "deed">) {
  const t = useTranslate();
  const isYesNo = goal.unit === "yes_no";
  const isDone = Number(corrects?.value ?? goal.current_value) === 1;
  const answer = isYesNo ? { value: isDone ? "0" : "1" } : {};
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
      extra={{ ...answer, ...(corrects ? { corrects: corrects.api_id } : {}) }}
      submitLabel={label}
      onSaved={onClose}
      onCancel={onClose}
    />
  );
}

function OtherForm({ goal, deed, onClose }: Omit<Props, "corrects">) {
  const t = useTranslate();
  // What was opened stays what is changed: a newer version met on saving is shown beside it.
  const [opened] = useState(goal);
  const common = { onSaved: onClose, onCancel: onClose };
  const key = `employee-goals/${opened.api_id}`;
  if (deed === "edit")
    return (
      <ResourceForm
        formKey={key}
        path="/employee-goals"
        fields={goalFields}
        record={opened}
        {...common}
      />
    );
  const closing = {
    params: { id: opened.api_id },
    extra: { version: opened.version },
    submitLabel: t(deed === "close" ? "goals.do.close" : "goals.do.reopen"),
    ...common,
  };
  return deed === "close" ? (
    <ResourceForm
      formKey={`${key}/closings`}
      path="/employee-goals/{id}/closings"
      fields={closingFields}
      {...closing}
    />
  ) : (
    <ResourceForm
      formKey={`${key}/reopenings`}
      path="/employee-goals/{id}/reopenings"
      fields={reopeningFields}
      {...closing}
    />
  );
}
