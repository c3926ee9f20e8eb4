// Drafts of forms in this tab: they survive a crash or an expired page, and only their author can restore them.
import type { CurrentUser } from "../api/types";
import { readFromTab, removeFromTab, removeFromTabWhere, saveInTab } from "../lib/tabStorage";

const PREFIX = "draft:";

type DraftOwner = Pick<CurrentUser, "api_id" | "impersonator">;

/** An administrator who is signed in as another user has drafts of their own for that user. */
function ownerKey({ api_id, impersonator }: DraftOwner): string {
  return impersonator ? `${impersonator.api_id}:as:${api_id}:` : `${api_id}:own:`;
}

/** The drafts of one user. */
export function draftsOf(person: DraftOwner) {
  const owner = PREFIX + ownerKey(person);
  return {
    save: (formKey: string, values: object) => saveInTab(owner + formKey, values),
    /** The stored draft; null when there is none or its fields differ from the form's. */
    read: <Values extends object>(
      formKey: string,
      fieldNames: readonly string[],
    ): Values | null => {
      const draft = readFromTab(owner + formKey);
      if (typeof draft !== "object" || draft === null) return null;
      return fieldNames.every((name) => name in draft) ? (draft as Values) : null;
    },
    discard: (formKey: string) => removeFromTab(owner + formKey),
    /** Discards every draft of this user, at the end of their session. */
    discardAll: () => removeFromTabWhere((name) => name.startsWith(owner)),
  };
}

/** Discards the drafts that other users left in this tab. */
export function clearOtherUsersDrafts({ api_id, impersonator }: DraftOwner): void {
  const own = `${PREFIX}${impersonator?.api_id ?? api_id}:`;
  removeFromTabWhere((name) => name.startsWith(PREFIX) && !name.startsWith(own));
}

export function clearAllDrafts(): void {
  removeFromTabWhere((name) => name.startsWith(PREFIX));
}
