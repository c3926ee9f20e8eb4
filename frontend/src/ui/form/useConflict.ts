// Resolves edit conflicts: reads the other version and asks only about fields that both changed.
import { useState } from "react";
import type { ApiError } from "../../api/errors";
import { sendApiCall } from "../../api/request";
import type { Item } from "../../api/types";
import type { EditConflict, Side } from "./ConflictPanel";
import { conflictingFields } from "./conflictingFields";
import type { ApiRecord, FieldDescription, FormValues } from "./fields";
import { changedFields, isSame, valuesFromRecord } from "./payload";
import type { EditedRecord, RecordEndpoint } from "./saveRecord";
import type { ResourceFormState } from "./useResourceForm";

type Settings = {
  record: EditedRecord | undefined;
  /** Converts what is read into the record. */
  toRecord: ((read: ApiRecord) => ApiRecord) | undefined;
  fields: readonly FieldDescription[];
  form: ResourceFormState;
};

/** The base, the values and the version of a change. */
export type EditBase = { before: FormValues; values: FormValues; version: number };

function pickValues(values: FormValues, names: readonly string[]): FormValues {
  return Object.fromEntries(names.map((name) => [name, values[name] ?? null]));
}

export function useConflict({ record, toRecord, fields, form }: Settings) {
  const [openConflict, setConflict] = useState<EditConflict | null>(null);
  const [version, setVersion] = useState(record?.version ?? 0);

  /** Typing over a chosen value of theirs makes it mine again. */
  const currentSide = ({ chosen, theirs }: EditConflict, name: string): Side | undefined => {
    const field = fields.find((item) => item.name === name);
    const isTheirs = field === undefined || isSame(field, form.values, theirs);
    return chosen[name] === "theirs" && !isTheirs ? "mine" : chosen[name];
  };
  const conflict = openConflict && {
    ...openConflict,
    chosen: Object.fromEntries(
      openConflict.names.map((name) => [name, currentSide(openConflict, name)]),
    ),
  };

  /** Continues from their version, with the fields that still need a choice. */
  const rebase = async (error: ApiError, endpoint: RecordEndpoint) => {
    const { path, params } = endpoint.readAt ?? endpoint;
    const { data: read } = await sendApiCall<Item<EditedRecord>>(path, { method: "GET", params });
    const current = toRecord?.(read) ?? read;
    // The user can type while the other version loads.
    const [before, mine] = [form.before, form.current()];
    // A field that is never read back keeps its value; only the server knows whether it changed.
    const unreadable = fields.map(({ name }) => name).filter((name) => !(name in current));
    const theirs = { ...valuesFromRecord(fields, current), ...pickValues(before, unreadable) };
    const myChanges = changedFields(fields, before, mine);
    const values = { ...theirs, ...pickValues(mine, myChanges) };
    form.rebase(theirs);
    form.replace(values);
    setVersion(read.version);
    const unreadableChanges = unreadable.filter((name) => name in error.conflicts);
    const names = conflictingFields(fields, { before, theirs, mine }, unreadableChanges).filter(
      (name) => myChanges.includes(name),
    );
    const base: EditBase = { before: theirs, values, version: read.version };
    return { base, names, theirs, mine };
  };

  const show = ({ names, theirs, mine }: Pick<EditConflict, "names" | "theirs" | "mine">) =>
    setConflict((previous) => ({
      names,
      theirs,
      mine,
      chosen: {},
      hasMissingChoice: false,
      focusCount: (previous?.focusCount ?? 0) + 1,
    }));

  /** What can be saved on their version at once; null when both changed the same field. */
  const resolveOrAsk = async (
    error: ApiError,
    endpoint: RecordEndpoint,
  ): Promise<EditBase | null> => {
    const result = await rebase(error, endpoint);
    if (result.names.length === 0) {
      setConflict(null);
      return result.base;
    }
    show(result);
    return null;
  };

  /** The record changed again meanwhile: the user must see it first. */
  const askAgain = async (error: ApiError, endpoint: RecordEndpoint) =>
    show(await rebase(error, endpoint));

  const choose = (name: string, side: Side) => {
    if (conflict === null) return;
    const { chosen, theirs } = conflict;
    const from = chosen[name] ?? "mine";
    // Text typed since then is also mine.
    const mine = { ...conflict.mine, ...(from === "mine" ? pickValues(form.values, [name]) : {}) };
    setConflict({ ...conflict, mine, chosen: { ...chosen, [name]: side } });
    if (side !== from) form.setValue(name, (side === "theirs" ? theirs : mine)[name] ?? null);
  };

  /** Saving with a choice missing moves the focus to the choices instead of overwriting. */
  const requireChoices = () => {
    if (conflict === null || conflict.names.every((name) => conflict.chosen[name])) return false;
    setConflict({ ...conflict, hasMissingChoice: true, focusCount: conflict.focusCount + 1 });
    return true;
  };

  return { conflict, version, setVersion, resolveOrAsk, askAgain, choose, requireChoices };
}
