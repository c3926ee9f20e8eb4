// The form of a record, with its fields, initial values and result checked against the API's types.
import type { ApiPath, Body, Data, Exact, Method, PathOf, PathWithParams } from "../../api/wire";
import { DescribedForm, type DescribedFormProps } from "./DescribedForm";
import type { FieldDescription } from "./fields";

/** The paths where records are created, or below which they are changed. */
type FormPath = PathOf<"post"> | ParentOf<PathOf<"patch">>;
type ParentOf<P> = P extends `${infer Parent extends ApiPath}/{id}` ? Parent : never;

/** Where a record is changed, if not at `<path>/{id}`; and where it is read, if that differs. */
type HomeAt<P extends ApiPath, M extends "patch" | "post"> =
  P extends PathOf<M>
    ? PathWithParams<P> & { method: M } & (P extends PathOf<"get">
          ? { readAt?: ReadAt<PathOf<"get">> | undefined }
          : { readAt: ReadAt<PathOf<"get">> })
    : never;
type ReadAt<P extends ApiPath> = P extends ApiPath ? PathWithParams<P> : never;
type Home = HomeAt<PathOf<"patch">, "patch"> | HomeAt<PathOf<"post">, "post">;

/** The call that creates, and the one that changes. */
type CreationOf<P> = P extends PathOf<"post"> ? [P, "post"] : never;
type ChangeOf<P, H> = [H] extends [never]
  ? P extends ParentOf<PathOf<"patch">>
    ? [`${P}/{id}`, "patch"]
    : never
  : H extends { path: infer At; method: infer M }
    ? [At, M]
    : never;
type CallOf<P, H> = CreationOf<P> | ChangeOf<P, H>;

type SentBy<Call> = Call extends [infer P extends ApiPath, infer M extends Method]
  ? Body<P, M>
  : never;
type SavedBy<Call> = Call extends [infer P extends ApiPath, infer M extends Method]
  ? Data<P, M>
  : never;
type NameOf<Sent> = Sent extends undefined ? never : keyof Sent & string;

/** The type of a record that is read again after a conflict. */
type ReadOf<P, H> = [H] extends [never]
  ? ReadBy<ChangeOf<P, H>>
  : H extends { readAt: { path: infer At extends ApiPath } }
    ? Data<At>
    : ReadBy<ChangeOf<P, H>>;
type ReadBy<Call> = Call extends [infer P extends PathOf<"get">, unknown] ? Data<P> : never;

type CreationName<P> = NameOf<SentBy<CreationOf<P>>>;
type Names<P, H, FieldsKey> = [FieldsKey] extends [never]
  ? NameOf<SentBy<CallOf<P, H>>>
  : NameOf<NonNullable<SentBy<CreationOf<P>>[FieldsKey & keyof SentBy<CreationOf<P>>]>>;

/** The initial value of a field: a value of the body, or a record or an amount of the API. */
type StartOf<Value> = Value extends string | number | boolean
  ? Value | (string extends Value ? object : never)
  : object;
type ValueOf<Sent, Name> = Sent extends unknown
  ? Name extends keyof Sent
    ? Sent[Name]
    : never
  : never;
type SentFields<P, H, FieldsKey> = [FieldsKey] extends [never]
  ? SentBy<CallOf<P, H>>
  : NonNullable<SentBy<CreationOf<P>>[FieldsKey & keyof SentBy<CreationOf<P>>]>;
type StartsOf<P, H, FieldsKey> = {
  readonly [Name in Names<P, H, FieldsKey> | "currency"]?:
    | (Name extends "currency"
        ? string
        : StartOf<NonNullable<ValueOf<SentFields<P, H, FieldsKey>, Name>>>)
    | null
    | undefined;
};
/** The fields that may have an initial value of any type. */
type StartNames<P, H, FieldsKey> = Readonly<Record<Names<P, H, FieldsKey> | "currency", unknown>>;

/** The initial values of a new record; also the currency when amounts are in the currency of another record. */
export type Prefill<P extends FormPath> = StartsOf<P, never, never>;
/** What a creation sends in addition to its fields. */
export type Extra<P extends FormPath> = Partial<SentBy<CreationOf<P>>>;

type Props<P extends FormPath, H extends Home, FieldsKey, Start, More> = Omit<
  DescribedFormProps,
  | "path"
  | "params"
  | "endpoint"
  | "fields"
  | "prefill"
  | "extra"
  | "fieldsKey"
  | "toRecord"
  | "onSaved"
> & {
  fields: readonly FieldDescription<Names<P, H, FieldsKey>>[];
  prefill?: Start;
  extra?: More;
  fieldsKey?: FieldsKey;
  toRecord?: (read: ReadOf<P, H>) => object;
  onSaved: (saved: SavedBy<CallOf<P, H>>) => void;
  /** Without a path, the form only changes the record at its endpoint. */
  path?: P;
  endpoint?: H | undefined;
} & { prefill?: Exact<Start, StartNames<P, H, FieldsKey>>; extra?: Exact<More, Extra<P>> } & ([
    P,
  ] extends [never]
    ? unknown
    : PathWithParams<P>);

/** Erases the types: the component below works with descriptions. */
export function ResourceForm<
  P extends FormPath = never,
  H extends Home = never,
  FieldsKey extends CreationName<P> = never,
  const Start extends StartsOf<P, H, FieldsKey> = StartsOf<P, H, FieldsKey>,
  const More extends Extra<P> = Extra<P>,
>(props: Props<P, H, FieldsKey, Start, More>) {
  return <DescribedForm {...(props as object as DescribedFormProps)} />;
}
