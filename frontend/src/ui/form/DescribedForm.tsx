// The form component: renders described fields, validates them and saves once. Screens use `ResourceForm`.
import {
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useRef,
  useState,
} from "react";
import { useTranslate } from "../../i18n/translate";
import { useCurrentUser } from "../../session/currentUser";
import { useEnumOptions } from "../../session/enumOptions";
import { lazyComponent } from "../lazyComponent";
import { ErrorSummary } from "./ErrorSummary";
import { FieldGroups } from "./FieldGroups";
import classes from "./Form.module.css";
import { FormActions } from "./FormActions";
import {
  type ApiRecord,
  type FieldDescription,
  type FormValues,
  NoteForm,
  textOf,
  visibleFields,
} from "./fields";
import { fieldNameAt, focusField } from "./focus";
import { LeaveGuard } from "./LeaveGuard";
import { useControls } from "./lazyControls";
import { type Payload, valuesFromRecord } from "./payload";
import {
  type EditedRecord,
  type RecordEndpoint,
  recordEndpoint,
  type SavedRecord,
} from "./saveRecord";
import { useConflict } from "./useConflict";
import { useDraft } from "./useDraft";
import { useResourceForm } from "./useResourceForm";
import { useSave } from "./useSave";

/** They are rare, so their code loads when one occurs. */
const DraftNotice = lazyComponent(async () => (await import("./DraftNotice")).DraftNotice);

const ConflictPanel = lazyComponent(
  async () => (await import("./ConflictPanel")).ConflictPanel,
  null,
);

const MonthClosedPanel = lazyComponent(
  async () => (await import("./MonthClosedPanel")).MonthClosedPanel,
  null,
);

export type DescribedFormProps = {
  /** The key of the form's draft: "clients/new", "clients/<id>". */
  formKey: string;
  /** The path of a creation. */
  path?: string | undefined;
  params?: Readonly<Record<string, string>> | undefined;
  fields: readonly FieldDescription[];
  /** The record to edit; without one the form creates. */
  record?: EditedRecord | undefined;
  /** Where the record is read and changed, if not at `<path>/<id>`. */
  endpoint?: RecordEndpoint | undefined;
  /** Converts what is read there into the record, if they differ. */
  toRecord?: (read: ApiRecord) => ApiRecord;
  /** The initial values of a new record. */
  prefill?: ApiRecord;
  /** What a creation sends in addition to its fields. */
  extra?: Payload;
  /** The key in the creation's body that holds the fields, if they are not at its top level. */
  fieldsKey?: string;
  submitLabel?: string;
  /** What stands between the fields and the buttons, such as the consequences of the values. */
  renderNote?: (values: FormValues) => ReactNode;
  /** The message after saving, if not that a record was saved or created. */
  doneText?: string;
  /** Wraps the saving when the server may require reauthentication first. */
  wrapSave?: (save: () => Promise<void>) => Promise<void>;
  onSaved: (saved: SavedRecord) => void;
  /** Without it, the form is a part of its page and has no cancel button. */
  onCancel?: () => void;
};

/** Native change events: React's "change" fires at every keystroke. */
function useNativeChange(onChange: (name: string) => void) {
  const element = useRef<HTMLFormElement>(null);
  useEffect(() => {
    const form = element.current;
    const listen = (event: Event) => {
      const name = fieldNameAt(event.target);
      if (name !== null) onChange(name);
    };
    form?.addEventListener("change", listen);
    return () => form?.removeEventListener("change", listen);
  }, [onChange]);
  return element;
}

/** A dialog focuses its first field when it opens; a form that had to wait does it itself. */
function useFirstFocus(element: RefObject<HTMLFormElement | null>) {
  useEffect(() => {
    const form = element.current;
    if (!form?.closest('[role="dialog"]') || form.contains(document.activeElement)) return;
    form.querySelector<HTMLElement>("[data-autofocus]")?.focus();
  }, [element]);
}

function blurredField(event: FocusEvent): string | null {
  const name = fieldNameAt(event.target);
  return name !== null && fieldNameAt(event.relatedTarget) !== name ? name : null;
}

function isSaveShortcut(event: KeyboardEvent): boolean {
  return event.key === "Enter" && (event.ctrlKey || event.metaKey);
}

/** Waits for controls and choices, which would move the fields below them. */
export function DescribedForm(props: DescribedFormProps) {
  const { isLoading } = useEnumOptions();
  const hasControls = useControls(props.fields);
  return isLoading || !hasControls ? (
    <div className={classes.pending} aria-busy="true" />
  ) : (
    <Form {...props} />
  );
}

function Form(props: DescribedFormProps) {
  const {
    formKey,
    path = "",
    fields,
    record,
    prefill,
    extra,
    submitLabel,
    onSaved,
    onCancel,
  } = props;
  const endpoint = props.endpoint ?? (record && recordEndpoint(path, record));
  const t = useTranslate();
  const formId = useId();
  const [initial] = useState(() => valuesFromRecord(fields, record ?? prefill ?? {}));
  const form = useResourceForm(fields, initial);
  const conflict = useConflict({ record, toRecord: props.toRecord, fields, form });
  const draft = useDraft(formKey, fields, form, conflict);
  const saved = useRef(false);
  const [attempts, setAttempts] = useState(0);
  const save = useSave({
    formKey,
    path,
    params: props.params,
    endpoint,
    extra,
    fieldsKey: props.fieldsKey,
    doneText: props.doneText,
    fields,
    form,
    conflict,
    wrapSave: props.wrapSave,
    onSaved: (result) => {
      saved.current = true;
      draft.finish();
      onSaved(result);
    },
  });
  const element = useNativeChange(form.validateSoon);
  useFirstFocus(element);
  const { currency: userCurrency } = useCurrentUser();
  const currency =
    textOf(form.values.currency) || textOf((record ?? prefill)?.currency) || userCurrency;
  const visible = visibleFields(fields, form.values);
  const firstInvalid = visible.find((field) => form.errors[field.name])?.name;
  const [focusedAttempt, setFocusedAttempt] = useState(0);
  useEffect(() => {
    if (attempts === focusedAttempt || firstInvalid === undefined) return;
    setFocusedAttempt(attempts);
    focusField(formId, firstInvalid);
  }, [attempts, focusedAttempt, firstInvalid, formId]);

  const submit = () => {
    if (save.busy || conflict.requireChoices()) return;
    const invalid = form.validate();
    setAttempts(attempts + 1);
    if (invalid.length === 0) void save.save();
  };
  return (
    <form
      ref={element}
      noValidate
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
      onKeyDown={(event) => {
        if (!isSaveShortcut(event)) return;
        event.preventDefault();
        submit();
      }}
      onBlur={(event) => {
        const name = blurredField(event);
        if (name !== null) form.validateSoon(name);
      }}
    >
      <LeaveGuard isDirty={() => form.dirty && !saved.current} />
      {draft.hasDraft && <DraftNotice onRestore={draft.restore} onDiscard={draft.discard} />}
      {attempts > 0 && (
        <ErrorSummary formId={formId} fields={visible} errors={form.errors} others={save.others} />
      )}
      {save.monthClosed && (
        <MonthClosedPanel
          error={save.monthClosed}
          fields={visible}
          form={form}
          onDated={save.dismissMonthClosed}
        />
      )}
      {conflict.conflict && (
        <ConflictPanel
          conflict={conflict.conflict}
          fields={fields}
          values={form.values}
          currency={currency}
          onChoose={conflict.choose}
        />
      )}
      <FieldGroups formId={formId} fields={visible} form={form} currency={currency} />
      <NoteForm value={save.monthClosed ? null : { fields: visible, form }}>
        {props.renderNote?.(form.values)}
      </NoteForm>
      <FormActions
        label={submitLabel ?? t(record ? "form.save" : "form.create")}
        busy={save.busy}
        isUnchanged={record !== undefined && !form.dirty}
        {...(onCancel ? { onCancel } : {})}
      />
    </form>
  );
}
