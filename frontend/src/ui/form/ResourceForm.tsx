// The form of a path's records: its fields, its start and what follows saving are checked against what the API takes.
import type { ApiPath, At, Body, Data, Method, PathOf } from "../../api/wire";
import { DescribedForm, type DescribedFormProps } from "./DescribedForm";
import type { FieldDescription } from "./fields";

/** The paths at which records are created, or below which they are changed. */
type FormPath = PathOf<"post"> | ParentOf<PathOf<"patch">>;
type ParentOf<P> = P extends `${infer Parent extends ApiPath}/{id}` ? Parent : never;

/** Where a record is changed that is not at `<path>/{id}`, and where it is read if it has no place of its own. */
type HomeAt<P extends ApiPath, M extends "patch" | "post"> =
  P extends PathOf<M>
    ? At<P> & { method: M } & (P extends PathOf<"get">
          ? { readAt?: undefined }
          : { readAt: ReadAt<PathOf<"get">> })
    : never;
type ReadAt<P extends ApiPath> = P extends ApiPath ? At<P> : never;
type Home = HomeAt<PathOf<"patch">, "patch"> | HomeAt<PathOf<"post">, "post">;

/** The call by which a form creates, and the one by which it changes. */
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
type NameOf<Sent> = Sent extends FormData | undefined ? never : keyof Sent & string;

/** What a stale record is read again as. */
type ReadOf<P, H> = [H] extends [never]
  ? ReadBy<ChangeOf<P, H>>
  : H extends { readAt: { path: infer At extends ApiPath } }
    ? Data<At>
    : ReadBy<ChangeOf<P, H>>;
type ReadBy<Call> = Call extends [infer P extends PathOf<"get">, unknown] ? Data<P> : never;

type CreationName<P> = NameOf<SentBy<CreationOf<P>>>;
type Names<P, H, Within> = [Within] extends [never]
  ? NameOf<SentBy<CallOf<P, H>>>
  : NameOf<NonNullable<SentBy<CreationOf<P>>[Within & keyof SentBy<CreationOf<P>>]>>;

type Props<P extends FormPath, H extends Home, Within> = Omit<
  DescribedFormProps,
  | "path"
  | "params"
  | "endpoint"
  | "fields"
  | "prefill"
  | "extra"
  | "within"
  | "recordOf"
  | "onSaved"
> & {
  fields: readonly FieldDescription<Names<P, H, Within>>[];
  /** What a new record starts with; the currency also where amounts are entered in that of another record. */
  prefill?: { readonly [Name in Names<P, H, Within> | "currency"]?: unknown };
  extra?: Partial<SentBy<CreationOf<P>>>;
  within?: Within;
  recordOf?: (read: ReadOf<P, H>) => object;
  onSaved: (saved: SavedBy<CallOf<P, H>>) => void;
  /** Without one the form only changes what is at its endpoint. */
  path?: P;
  endpoint?: H | undefined;
} & ([P] extends [never] ? unknown : At<P>);

/** The types are erased here: what is below draws and sends what was checked. */
export function ResourceForm<
  P extends FormPath = never,
  H extends Home = never,
  Within extends CreationName<P> = never,
>(props: Props<P, H, Within>) {
  return <DescribedForm {...(props as object as DescribedFormProps)} />;
}
