// Saves a form once at a time, and maps errors of the API to its fields.
import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { ApiError } from "../../api/errors";
import { useTranslate } from "../../i18n/translate";
import { showToast } from "../../lib/toasts";
import {
  EXPECT_REAUTHENTICATION,
  isReauthenticationNeeded,
} from "../reauthentication/reauthentication";
import type { FieldDescription } from "./fields";
import type { Payload } from "./payload";
import {
  changeRecord,
  createRecord,
  type RecordEndpoint,
  requestBody,
  type SavedRecord,
} from "./saveRecord";
import type { EditBase, useConflict } from "./useConflict";
import type { ResourceFormState } from "./useResourceForm";

type Settings = {
  formKey: string;
  path: string;
  params: RecordEndpoint["params"];
  /** The endpoint of an edited record; without one the form creates. */
  endpoint: RecordEndpoint | undefined;
  extra: Payload | undefined;
  /** The key in a creation's body that holds the fields. */
  fieldsKey: string | undefined;
  /** The message after saving. */
  doneText: string | undefined;
  fields: readonly FieldDescription[];
  form: ResourceFormState;
  conflict: ReturnType<typeof useConflict>;
  /** Wraps the saving, and repeats it after a reauthentication. */
  wrapSave: ((saving: () => Promise<void>) => Promise<void>) | undefined;
  onSaved: (saved: SavedRecord) => void;
};

/** The server may report an error in a part of a field ("sold_by.0.weight"); the form shows it on the field. */
function mapErrors(
  error: ApiError,
  fields: readonly FieldDescription[],
  fieldsKey: string | undefined,
) {
  const names = new Set(fields.map((field) => field.name));
  const byField: Record<string, string> = {};
  const others: string[] = [];
  for (const [path, messages] of Object.entries(error.errors)) {
    const fieldPath =
      fieldsKey && path.startsWith(`${fieldsKey}.`) ? path.slice(fieldsKey.length + 1) : path;
    const name = fieldPath.split(".")[0] ?? fieldPath;
    if (names.has(name)) byField[name] ??= messages.join(" ");
    else others.push(...messages);
  }
  if (Object.keys(error.errors).length === 0 && error.message) others.push(error.message);
  return { byField, others };
}

/** Another user changed the record since it was read. */
function isStale(error: unknown): error is ApiError {
  return (
    error instanceof ApiError &&
    error.status === 409 &&
    error.version !== null &&
    error.closedMonth === null
  );
}

export function useSave(settings: Settings) {
  const { formKey, path, params, endpoint, extra, fieldsKey, fields, form, conflict } = settings;
  const { wrapSave, onSaved } = settings;
  const t = useTranslate();
  const queryClient = useQueryClient();
  const isSending = useRef(false);
  const [busy, setBusy] = useState(false);
  const [others, setOthers] = useState<string[]>([]);
  const [monthClosed, setMonthClosed] = useState<ApiError | null>(null);

  const send = ({ before, values, version }: EditBase) => {
    const body = requestBody(fields, before, values, endpoint !== undefined);
    return endpoint === undefined
      ? createRecord({ path, params }, formKey, {
          ...(fieldsKey ? { [fieldsKey]: body } : body),
          ...extra,
        })
      : changeRecord(endpoint, body, version, wrapSave ? EXPECT_REAUTHENTICATION : {});
  };

  /** Saves again on their version when they changed other fields only; null when the user must choose. */
  const sendWithMerge = async (): Promise<SavedRecord | null> => {
    try {
      return await send({ before: form.before, values: form.values, version: conflict.version });
    } catch (error) {
      if (endpoint === undefined || !isStale(error)) throw error;
      const merged = await conflict.resolveOrAsk(error, endpoint);
      return merged && (await send(merged));
    }
  };

  const handleError = async (error: unknown) => {
    if (!(error instanceof ApiError)) throw error;
    if (endpoint !== undefined && isStale(error)) return conflict.askAgain(error, endpoint);
    if (error.closedMonth !== null) return setMonthClosed(error);
    if (error.status !== 422 && error.status !== 409) return;
    // What a creation sends beside its fields is outdated: saving again needs what the screen reads now.
    if (error.code === "changed") void queryClient.invalidateQueries({ queryKey: ["api"] });
    const errors = mapErrors(error, fields, fieldsKey);
    form.setErrors(errors.byField);
    setOthers(errors.others);
  };

  const attempt = async () => {
    if (isSending.current) return;
    isSending.current = true;
    setBusy(true);
    setOthers([]);
    setMonthClosed(null);
    try {
      const saved = await sendWithMerge();
      if (saved === null) return;
      showToast({
        kind: "success",
        summary: settings.doneText ?? t(endpoint ? "form.saved" : "form.created"),
      });
      await queryClient.invalidateQueries({ queryKey: ["api"], refetchType: "none" });
      onSaved(saved);
      void queryClient.invalidateQueries({ queryKey: ["api"] });
    } catch (error) {
      if (wrapSave && isReauthenticationNeeded(error)) throw error;
      await handleError(error);
    } finally {
      isSending.current = false;
      setBusy(false);
    }
  };

  const save = () => (wrapSave ? wrapSave(attempt) : attempt());

  return { save, busy, others, monthClosed, dismissMonthClosed: () => setMonthClosed(null) };
}
