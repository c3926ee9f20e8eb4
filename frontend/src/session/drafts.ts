// What was typed survives a crash or an expired page: it waits in this tab, for the one who typed it and for nobody else.
import type { CurrentUser } from "../api/types";
import { readFromTab, removeFromTab, removeFromTabWhere, saveInTab } from "../lib/tabStorage";

const PREFIX = "draft:";

type Person = Pick<CurrentUser, "api_id" | "impersonator">;

/** Whoever is really there comes first; what they type in another's place is no draft of either alone. */
function ownerOf({ api_id, impersonator }: Person): string {
  return impersonator ? `${impersonator.api_id}:as:${api_id}:` : `${api_id}:own:`;
}

/** The drafts of one person's forms. */
export function draftsOf(person: Person) {
  const owner = PREFIX + ownerOf(person);
  return {
    save: (formKey: string, values: object) => saveInTab(owner + formKey, values),
    /** The kept draft, or null; a draft of another shape than the form is no draft. */
    read: <Values extends object>(
      formKey: string,
      fieldNames: readonly string[],
    ): Values | null => {
      const kept = readFromTab(owner + formKey);
      if (typeof kept !== "object" || kept === null) return null;
      return fieldNames.every((name) => name in kept) ? (kept as Values) : null;
    },
    discard: (formKey: string) => removeFromTab(owner + formKey),
    /** All of them, when what they belong to is over. */
    discardAll: () => removeFromTabWhere((name) => name.startsWith(owner)),
  };
}

/** Whoever signs in here leaves nothing of those before them in the tab. */
export function clearDraftsOfOthers({ api_id, impersonator }: Person): void {
  const own = `${PREFIX}${impersonator?.api_id ?? api_id}:`;
  removeFromTabWhere((name) => name.startsWith(PREFIX) && !name.startsWith(own));
}

export function clearAllDrafts(): void {
  removeFromTabWhere((name) => name.startsWith(PREFIX));
}
