// The form above a note, which may offer another day where saving would be refused.
import { createContext } from "react";
import type { FieldDescription } from "./fields";
import type { ResourceFormState } from "./useResourceForm";

export type NoteFormState = {
  fields: readonly FieldDescription[];
  form: ResourceFormState;
  /** The form itself says already that a month is closed. */
  showsRefusal: boolean;
};

export const NoteForm = createContext<NoteFormState | null>(null);
