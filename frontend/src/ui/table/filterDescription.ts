// The description of a list's filters.
import type { EnumName } from "../../api/types";
import type { ListPath } from "../../api/wire";
import type { MessageKey } from "../../i18n/keys";

/** The labels of the values: an enumeration, or messages by value. */
export type ValueLabels<Value extends string = string, Name = EnumName> =
  | { enumName: Name }
  | { labels: { readonly [V in Value]?: MessageKey } };

export type NamedFilter<Kind extends string, Id extends string> = {
  kind: Kind;
  id: Id;
  label: MessageKey;
};

export type ChoiceFilter<Id extends string = string> = NamedFilter<"choice", Id> & {
  /**
   * The accepted values, or their pattern when the organization defines them and `enumName` lists them. Other values in
   * the URL are dropped.
   */
  values: readonly string[] | RegExp;
  multiple?: boolean;
} & ValueLabels;

export type ReferenceFilter<
  Id extends string = string,
  Path extends ListPath = ListPath,
> = NamedFilter<"reference", Id> & {
  /** The list that the field searches. */
  path: Path;
};

export type DatesFilter<Parameter extends string = string> = NamedFilter<"dates", string> & {
  /** The API's two parameters. */
  from: Parameter;
  to: Parameter;
};

export type ToggleFilter<Id extends string = string, Value extends string = string> = NamedFilter<
  "toggle",
  Id
> & { on: Value };

export type FilterDescription = ChoiceFilter | ReferenceFilter | DatesFilter | ToggleFilter;
