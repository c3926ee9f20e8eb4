// Settles a record that changed under the form: theirs is read again, and only what both touched is asked about.
import { useState } from "react";
import { sendDescribed } from "../../api/client";
import type { ApiError } from "../../api/errors";
import type { Item } from "../../api/types";
import type { EditConflict, Side } from "./ConflictPanel";
import { conflictingFields } from "./conflictingFields";
import type { ApiRecord, FieldDescription, FormValues } from "./fields";
import { changedFields, isSame, valuesFromRecord } from "./payload";
import type { EditedRecord, RecordEndpoint } from "./saveRecord";
import type { ResourceFormState } from "./useResourceForm";

type Settings = {
  record: EditedRecord | undefined;
  /** How the record is made from what is read of it. */
  recordOf: ((read: ApiRecord) => ApiRecord) | undefined;
  fields: readonly FieldDescription[];
  form: ResourceFormState;
};

/** What a change is made from, and to. */
export type EditBase = { before: FormValues; values: FormValues; version: number };

function picked(values: FormValues, names: readonly string[]): FormValues {
  return Object.fromEntries(names.map((name) => [name, values[name] ?? null]));
}

export function useConflict({ record, recordOf, fields, form }: Settings) {
  const [asked, setConflict] = useState<EditConflict | null>(null);
  const [version, setVersion] = useState(record?.version ?? 0);

  /** Who types over what they took of theirs has made it their own again. */
  const sideOf = ({ chosen, theirs }: EditConflict, name: string): Side | undefined => {
    const field = fields.find((one) => one.name === name);
    const isTheirs = field === undefined || isSame(field, form.values, theirs);
    return chosen[name] === "theirs" && !isTheirs ? "mine" : chosen[name];
  };
  const conflict = asked && {
    ...asked,
    chosen: Object.fromEntries(asked.names.map((name) => [name, sideOf(asked, name)])),
  };

  /** The form goes on from their version; what is still to be asked comes with it. */
  const rebase = async (error: ApiError, endpoint: RecordEndpoint) => {
    const { path, params } = endpoint.readAt ?? endpoint;
    const { data: read } = await sendDescribed<Item<EditedRecord>>(path, { method: "GET", params });
    const fresh = recordOf?.(read) ?? read;
    // Typing goes on while theirs is fetched.
    const [before, mine] = [form.before, form.current()];
    // What is never read back stands as it stood, and the server alone knows whether it changed.
    const unread = fields.map(({ name }) => name).filter((name) => !(name in fresh));
    const theirs = { ...valuesFromRecord(fields, fresh), ...picked(before, unread) };
    const touched = changedFields(fields, before, mine);
    const values = { ...theirs, ...picked(mine, touched) };
    form.rebase(theirs);
    form.replace(values);
    setVersion(read.version);
    const unreadChanges = unread.filter((name) => name in error.conflicts);
    const names = conflictingFields(fields, { before, theirs, mine }, unreadChanges).filter(
      (name) => touched.includes(name),
    );
    const base: EditBase = { before: theirs, values, version: read.version };
    return { base, names, theirs, mine };
  };

  const ask = ({ names, theirs, mine }: Pick<EditConflict, "names" | "theirs" | "mine">) =>
    setConflict((last) => ({
      names,
      theirs,
      mine,
      chosen: {},
      refused: false,
      calls: (last?.calls ?? 0) + 1,
    }));

  /** What can be saved on top of theirs at once; null when both touched the same. */
  const meet = async (error: ApiError, endpoint: RecordEndpoint): Promise<EditBase | null> => {
    const met = await rebase(error, endpoint);
    if (met.names.length === 0) {
      setConflict(null);
      return met.base;
    }
    ask(met);
    return null;
  };

  /** Changed once more in between: whoever saves sees it first. */
  const meetAgain = async (error: ApiError, endpoint: RecordEndpoint) =>
    ask(await rebase(error, endpoint));

  const choose = (name: string, side: Side) => {
    if (conflict === null) return;
    const { chosen, theirs } = conflict;
    const from = chosen[name] ?? "mine";
    // What was typed since then is mine too.
    const mine = { ...conflict.mine, ...(from === "mine" ? picked(form.values, [name]) : {}) };
    setConflict({ ...conflict, mine, chosen: { ...chosen, [name]: side } });
    if (side !== from) form.setValue(name, (side === "theirs" ? theirs : mine)[name] ?? null);
  };

  /** Nobody's work is overwritten by a second press: while a choice is missing, saving leads to it. */
  const isRefused = () => {
    if (conflict === null || conflict.names.every((name) => conflict.chosen[name])) return false;
    setConflict({ ...conflict, refused: true, calls: conflict.calls + 1 });
    return true;
  };

  return { conflict, version, goOnFrom: setVersion, meet, meetAgain, choose, isRefused };
}
