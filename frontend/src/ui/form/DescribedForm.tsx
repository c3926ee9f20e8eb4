// The one form of the application: described fields in, validated, guarded and saved once. Screens use `ResourceForm`.
import { Button, Text } from "@mantine/core";
import {
  type FocusEvent,
  type KeyboardEvent,
  lazy,
  Suspense,
  useEffect,
  useId,
  useRef,
  useState,
} from "react";
import { useTranslate } from "../../i18n/translate";
import { useCurrentUser } from "../../session/currentUser";
import { DraftNotice } from "./DraftNotice";
import { ErrorSummary } from "./ErrorSummary";
import { FieldGroups } from "./FieldGroups";
import classes from "./Form.module.css";
import { type ApiRecord, type FieldDescription, textOf, visibleFields } from "./fields";
import { fieldNameAt, focusField } from "./focus";
import { LeaveGuard } from "./LeaveGuard";
import { type Payload, valuesFromRecord } from "./payload";
import { type EditedRecord, endpointOf, type RecordEndpoint, type SavedRecord } from "./saveRecord";
import { useConflict } from "./useConflict";
import { useDraft } from "./useDraft";
import { useResourceForm } from "./useResourceForm";
import { useSave } from "./useSave";

/** Two editors seldom meet; what settles it comes when they do. */
const ConflictPanel = lazy(async () => ({
  default: (await import("./ConflictPanel")).ConflictPanel,
}));

export type DescribedFormProps = {
  /** Names the form for its draft: "clients/new", "clients/<id>". */
  formKey: string;
  /** Where a creation is sent. */
  path?: string | undefined;
  params?: Readonly<Record<string, string>> | undefined;
  fields: readonly FieldDescription[];
  /** The record to edit; without one the form creates. */
  record?: EditedRecord | undefined;
  /** Where the record is read and changed, when that is not `<path>/<id>`. */
  endpoint?: RecordEndpoint | undefined;
  /** How the record is made from what is read there, when that is not the record itself. */
  recordOf?: (read: ApiRecord) => ApiRecord;
  /** What a new record starts with. */
  prefill?: ApiRecord;
  /** What a creation sends beside its fields. */
  extra?: Payload;
  /** The part of what a creation sends that holds the fields, when that is not the whole. */
  within?: string;
  submitLabel?: string;
  /** Runs the saving where the server may first want to be shown that it is still oneself. */
  around?: (saving: () => Promise<void>) => Promise<void>;
  onSaved: (saved: SavedRecord) => void;
  /** Without one there is no way out but saving: the form is a part of its page. */
  onCancel?: () => void;
};

/** Native changes reach the form without React's own "change", which is every keystroke. */
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

function leftField(event: FocusEvent): string | null {
  const name = fieldNameAt(event.target);
  return name !== null && fieldNameAt(event.relatedTarget) !== name ? name : null;
}

function isSaveShortcut(event: KeyboardEvent): boolean {
  return event.key === "Enter" && (event.ctrlKey || event.metaKey);
}

export function DescribedForm(props: DescribedFormProps) {
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
  const endpoint = props.endpoint ?? (record && endpointOf(path, record));
  const t = useTranslate();
  const formId = useId();
  const [start] = useState(() => valuesFromRecord(fields, record ?? prefill ?? {}));
  const form = useResourceForm(fields, start);
  const conflict = useConflict({ record, recordOf: props.recordOf, fields, form });
  const draft = useDraft(formKey, fields, form, conflict);
  const saved = useRef(false);
  const [attempts, setAttempts] = useState(0);
  const saving = useSave({
    formKey,
    path,
    params: props.params,
    endpoint,
    extra,
    within: props.within,
    fields,
    form,
    conflict,
    around: props.around,
    onSaved: (answer) => {
      saved.current = true;
      draft.forget();
      onSaved(answer);
    },
  });
  const element = useNativeChange(form.validateSoon);
  const { currency: own } = useCurrentUser();
  const currency = textOf(form.values.currency) || textOf((record ?? prefill)?.currency) || own;
  const shown = visibleFields(fields, form.values);
  const firstInvalid = shown.find((field) => form.errors[field.name])?.name;
  const [focused, setFocused] = useState(0);
  useEffect(() => {
    if (attempts === focused || firstInvalid === undefined) return;
    setFocused(attempts);
    focusField(formId, firstInvalid);
  }, [attempts, focused, firstInvalid, formId]);

  const submit = () => {
    if (saving.busy || conflict.isRefused()) return;
    const failing = form.validate();
    setAttempts(attempts + 1);
    if (failing.length === 0) void saving.save();
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
        const name = leftField(event);
        if (name !== null) form.validateSoon(name);
      }}
    >
      <LeaveGuard isDirty={() => form.dirty && !saved.current} />
      {draft.offered && <DraftNotice onRestore={draft.restore} onDiscard={draft.discard} />}
      {attempts > 0 && (
        <ErrorSummary formId={formId} fields={shown} errors={form.errors} others={saving.others} />
      )}
      {conflict.conflict && (
        <Suspense fallback={null}>
          <ConflictPanel
            conflict={conflict.conflict}
            fields={fields}
            values={form.values}
            currency={currency}
            onChoose={conflict.choose}
          />
        </Suspense>
      )}
      <FieldGroups formId={formId} fields={shown} form={form} currency={currency} />
      <FormActions
        label={submitLabel ?? t(record ? "form.save" : "form.create")}
        busy={saving.busy}
        idle={record !== undefined && !form.dirty}
        {...(onCancel ? { onCancel } : {})}
      />
    </form>
  );
}

type ActionsProps = { label: string; busy: boolean; idle: boolean; onCancel?: () => void };

/** Pressing a button must not first move it: leaving the field waits for the click. */
function FormActions({ label, busy, idle, onCancel }: ActionsProps) {
  const t = useTranslate();
  return (
    <div className={classes.actions}>
      {idle && (
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
        disabled={idle}
        onMouseDown={(event) => event.preventDefault()}
      >
        {label}
      </Button>
    </div>
  );
}
