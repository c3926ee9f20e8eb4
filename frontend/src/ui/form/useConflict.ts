// Settles a record that changed under the form: theirs is read again, and only what both touched is asked about.
import { useState } from "react";
import { api } from "../../api/client";
import type { ApiError } from "../../api/errors";
import type { Item } from "../../api/types";
import type { EditConflict } from "./ConflictPanel";
import type { FieldDescription, FormValues } from "./fields";
import { changedFields, valuesFromRecord } from "./payload";
import type { EditedRecord, RecordHome } from "./saving";
import type { ResourceFormState } from "./useResourceForm";

type Settings = {
  record: EditedRecord | undefined;
  fields: readonly FieldDescription[];
  form: ResourceFormState;
};

function picked(values: FormValues, names: readonly string[]): FormValues {
  return Object.fromEntries(names.map((name) => [name, values[name] ?? null]));
}

export function useConflict({ record, fields, form }: Settings) {
  const [conflict, setConflict] = useState<EditConflict | null>(null);
  const [taken, setTaken] = useState<ReadonlySet<string>>(new Set());
  const [version, setVersion] = useState(record?.version ?? 0);

  const meet = async (error: ApiError, home: RecordHome) => {
    const fresh = (await api.get<Item<EditedRecord>>(home.path)).data;
    const theirs = valuesFromRecord(fields, fresh);
    const mine = form.values;
    const touched = changedFields(fields, form.before, mine);
    form.rebase(theirs);
    form.replace({ ...theirs, ...picked(mine, touched) });
    setVersion(fresh.version);
    setTaken(new Set());
    setConflict({ names: touched.filter((name) => name in error.conflicts), theirs, mine });
  };

  const choose = (name: string, side: "theirs" | "mine") => {
    if (conflict === null) return;
    const next = new Set(taken);
    if (side === "theirs") next.add(name);
    else next.delete(name);
    setTaken(next);
    form.setValue(name, conflict[side][name] ?? null);
  };

  return { conflict, taken, version, meet, choose };
}
