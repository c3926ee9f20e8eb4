// What was typed survives a crash or an expired page: it waits in this tab, for the one who typed it and for nobody else.
import type { CurrentUser } from "../api/types";
import { forget, forgetWhere, recall, remember } from "../lib/tabMemory";

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
    keep: (formKey: string, values: object) => remember(owner + formKey, values),
    /** The kept draft, or null; a draft of another shape than the form is no draft. */
    read: <Values extends object>(
      formKey: string,
      fieldNames: readonly string[],
    ): Values | null => {
      const kept = recall(owner + formKey);
      if (typeof kept !== "object" || kept === null) return null;
      return fieldNames.every((name) => name in kept) ? (kept as Values) : null;
    },
    discard: (formKey: string) => forget(owner + formKey),
    /** All of them, when what they belong to is over. */
    discardAll: () => forgetWhere((name) => name.startsWith(owner)),
  };
}

/** Whoever signs in here leaves nothing of those before them in the tab. */
export function forgetDraftsOfOthers({ api_id, impersonator }: Person): void {
  const own = `${PREFIX}${impersonator?.api_id ?? api_id}:`;
  forgetWhere((name) => name.startsWith(PREFIX) && !name.startsWith(own));
}

export function forgetAllDrafts(): void {
  forgetWhere((name) => name.startsWith(PREFIX));
}
