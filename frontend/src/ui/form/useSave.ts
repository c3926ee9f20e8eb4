// Saves a form at most once at a time, and turns every refusal into something the form can show.
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
  bodyToSend,
  changeRecord,
  createRecord,
  type RecordEndpoint,
  type SavedRecord,
} from "./saveRecord";
import type { EditBase, useConflict } from "./useConflict";
import type { ResourceFormState } from "./useResourceForm";

type Settings = {
  formKey: string;
  path: string;
  params: RecordEndpoint["params"];
  /** Where the edited record lives; without one the form creates. */
  endpoint: RecordEndpoint | undefined;
  extra: Payload | undefined;
  /** The part of a creation that holds the fields. */
  within: string | undefined;
  fields: readonly FieldDescription[];
  form: ResourceFormState;
  conflict: ReturnType<typeof useConflict>;
  /** Runs the saving, and once more after what the server wants to be shown first. */
  around: ((saving: () => Promise<void>) => Promise<void>) | undefined;
  onSaved: (saved: SavedRecord) => void;
};

/** The server may name a part of a field ("sold_by.0.weight"); the form shows it on the whole. */
function sortRefusals(
  error: ApiError,
  fields: readonly FieldDescription[],
  within: string | undefined,
) {
  const names = new Set(fields.map((field) => field.name));
  const ofFields: Record<string, string> = {};
  const others: string[] = [];
  for (const [path, texts] of Object.entries(error.errors)) {
    const own = within && path.startsWith(`${within}.`) ? path.slice(within.length + 1) : path;
    const name = own.split(".")[0] ?? own;
    if (names.has(name)) ofFields[name] ??= texts.join(" ");
    else others.push(...texts);
  }
  if (Object.keys(error.errors).length === 0 && error.message) others.push(error.message);
  return { ofFields, others };
}

/** The record was changed since it was read. */
function isStale(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status === 409 && error.version !== null;
}

export function useSave(settings: Settings) {
  const { formKey, path, params, endpoint, extra, within, fields, form, conflict } = settings;
  const { around, onSaved } = settings;
  const t = useTranslate();
  const queryClient = useQueryClient();
  const sending = useRef(false);
  const [busy, setBusy] = useState(false);
  const [others, setOthers] = useState<string[]>([]);

  const send = ({ before, values, version }: EditBase) => {
    const body = bodyToSend(fields, before, values, endpoint !== undefined);
    return endpoint === undefined
      ? createRecord({ path, params }, formKey, {
          ...(within ? { [within]: body } : body),
          ...extra,
        })
      : changeRecord(endpoint, body, version, around ? EXPECT_REAUTHENTICATION : {});
  };

  /** Where somebody else changed other fields only, once more and on top of theirs; null when one must choose. */
  const sendOnTop = async (): Promise<SavedRecord | null> => {
    try {
      return await send({ before: form.before, values: form.values, version: conflict.version });
    } catch (error) {
      if (endpoint === undefined || !isStale(error)) throw error;
      const onTop = await conflict.meet(error, endpoint);
      return onTop && (await send(onTop));
    }
  };

  const refuse = async (error: unknown) => {
    if (!(error instanceof ApiError)) throw error;
    if (endpoint !== undefined && isStale(error)) return conflict.meetAgain(error, endpoint);
    if (error.status !== 422 && error.status !== 409) return;
    const refusals = sortRefusals(error, fields, within);
    form.setErrors(refusals.ofFields);
    setOthers(refusals.others);
  };

  const attempt = async () => {
    if (sending.current) return;
    sending.current = true;
    setBusy(true);
    setOthers([]);
    try {
      const saved = await sendOnTop();
      if (saved === null) return;
      showToast({ kind: "success", summary: t(endpoint ? "form.saved" : "form.created") });
      await queryClient.invalidateQueries({ queryKey: ["api"], refetchType: "none" });
      onSaved(saved);
      void queryClient.invalidateQueries({ queryKey: ["api"] });
    } catch (error) {
      if (around && isReauthenticationNeeded(error)) throw error;
      await refuse(error);
    } finally {
      sending.current = false;
      setBusy(false);
    }
  };

  const save = () => (around ? around(attempt) : attempt());

  return { save, busy, others };
}
