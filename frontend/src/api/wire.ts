// Types of the API's calls, derived from the OpenAPI document: paths, parameters, bodies and responses.
import type { components, paths } from "./schema.gen";

export type Schemas = components["schemas"];
export type Method = "get" | "post" | "put" | "patch" | "delete";

/** Paths at the server's root; all others are below the API's prefix. */
export type SitePath = Extract<
  keyof paths,
  "/login" | "/logout" | `/auth/${string}` | `/sanctum/${string}`
>;
export type ApiPath = Exclude<keyof paths, SitePath | `/hooks/${string}`>;
export type Path = SitePath | ApiPath;

/** The paths that support a method. */
export type PathOf<M extends Method, P extends Path = ApiPath> = {
  [K in P]: paths[K] extends Record<M, object> ? K : never;
}[P];

type Operation<P extends Path, M extends Method> = M extends keyof paths[P] ? paths[P][M] : never;

/** The parameters of a path: `"/clients/{id}"` → `{ id: string }`. */
export type Params<P extends string> = P extends `${string}{${infer Name}}${infer Rest}`
  ? { readonly [K in Name]: string } & Params<Rest>
  : unknown;

/** A path with its parameters. */
export type PathWithParams<P extends string> = { readonly path: P } & (unknown extends Params<P>
  ? { readonly params?: undefined }
  : { readonly params: Params<P> });

/** A repeatable parameter also accepts one value; an undefined value is left out. */
type QueryValue<Value> = Value extends readonly (infer Element)[]
  ? Element | readonly Element[]
  : Value;

/** A list is sorted by one key, or by a second one among equals. */
type SortValue<Key, All = Key> = Key extends string ? Key | `${Key},${Extract<All, string>}` : Key;

type QueryValues<Query> = {
  readonly [K in keyof Query]:
    | (K extends "sort" ? SortValue<Query[K]> : QueryValue<Query[K]>)
    | undefined;
};

type QueryOf<P extends Path, M extends Method> =
  Operation<P, M> extends { parameters: { query?: infer Q } } ? NonNullable<Q> : never;

export type Query<P extends Path, M extends Method = "get"> = [QueryOf<P, M>] extends [never]
  ? unknown
  : QueryValues<QueryOf<P, M>>;

type ContentOf<Argument> = Argument extends { content: infer Content }
  ? {
      [Type in keyof Content]: Type extends "application/json"
        ? Content[Type]
        : Type extends "multipart/form-data"
          ? never
          : undefined;
    }[keyof Content]
  : undefined;

/** A request may send a readonly array. */
type Sendable<Sent> = Sent extends undefined
  ? Sent
  : {
      [K in keyof Sent]: Sent[K] extends (infer Element)[] | null | undefined
        ? readonly Element[] | Exclude<Sent[K], readonly unknown[]>
        : Sent[K];
    };

export type Body<P extends Path, M extends Method> =
  Operation<P, M> extends { requestBody: infer Sent }
    ? Sendable<ContentOf<Sent>>
    : Operation<P, M> extends { requestBody?: infer Sent }
      ? [NonNullable<Sent>] extends [never]
        ? undefined
        : Sendable<ContentOf<NonNullable<Sent>>> | undefined
      : undefined;

/** The fields of a form with a file, which `upload` sends. */
export type FormFields<P extends Path, M extends Method> =
  Operation<P, M> extends { requestBody: { content: { "multipart/form-data": infer Fields } } }
    ? { readonly [K in keyof Fields]: K extends "file" ? File : Fields[K] }
    : never;

export type ResponseBody<P extends Path, M extends Method = "get"> =
  Operation<P, M> extends { responses: infer Responses }
    ? ContentOf<Responses[keyof Responses]>
    : never;

/** The content of a response's envelope: a record, a figure, or the rows of a page. */
export type Data<P extends Path, M extends Method = "get"> =
  ResponseBody<P, M> extends { data: infer Inner } ? Inner : never;

/** The paths of paginated lists, and the type of a row. */
export type ListPath = {
  [P in PathOf<"get">]: ResponseBody<P> extends { data: readonly unknown[]; meta: object }
    ? P
    : never;
}[PathOf<"get">];
export type RowOf<P extends ListPath> = Data<P> extends readonly (infer Row)[] ? Row : never;

/** The lists of records, each of which has an id. */
export type RecordListPath = {
  [P in ListPath]: RowOf<P> extends { api_id: string } ? P : never;
}[ListPath];

/** The paths of one record, or a part of it, by id. */
export type ItemPath = Extract<PathOf<"get">, `${string}/{${string}}${string}`>;

/** The sort keys of a list, ascending or with a minus sign. */
export type SortOf<P extends ListPath> =
  QueryOf<P, "get"> extends { sort?: infer Sort } ? Extract<Sort, string> : never;

type Argument<Name extends string, Value> = unknown extends Value
  ? { readonly [K in Name]?: undefined }
  : Record<never, never> extends Value
    ? { readonly [K in Name]?: Value | undefined }
    : { readonly [K in Name]: Value };

/** The arguments of a call other than its body. */
export type Arguments<P extends Path, M extends Method> = Argument<"params", Params<P>> &
  Argument<"query", Query<P, M>>;

type KeyOf<T> = T extends unknown ? keyof T : never;
type ValueOf<T, K> = T extends unknown ? (K extends keyof T ? T[K] : never) : never;
/** A numeric key of an object literal is a string at run time. */
type IsKey<K, Known> = K extends Known
  ? true
  : K extends number
    ? `${K}` extends Known
      ? true
      : false
    : false;
type ItemOf<T> = T extends readonly (infer Element)[] ? Element : never;
type Leaf =
  | string
  | number
  | boolean
  | null
  | undefined
  | FormData
  | AbortSignal
  | ((...given: never[]) => unknown);

/** Refuses unknown keys at any depth; the compiler alone refuses them only in an object literal. */
export type Exact<Actual, Expected> =
  string extends KeyOf<Expected>
    ? unknown
    : unknown extends Expected
      ? unknown
      : [NonNullable<Actual>] extends [Leaf]
        ? unknown
        : [NonNullable<Actual>] extends [readonly (infer Element)[]]
          ? readonly Exact<Element, ItemOf<Expected>>[] | null | undefined
          : ExactFields<NonNullable<Actual>, Expected> | null | undefined;
type ExactFields<Actual, Expected> = {
  readonly [K in KeyOf<Actual>]?: IsKey<K, KeyOf<Expected>> extends true
    ? Exact<ValueOf<Actual, K>, ValueOf<Expected, K>>
    : never;
};

/** The arguments of a call, each without unknown keys. */
export type ExactArguments<Actual extends readonly unknown[], Expected> = Actual & {
  readonly [I in keyof Actual]: Actual[I] &
    Exact<Actual[I], I extends keyof Expected ? Expected[I] : never>;
};

/** A GET call with the accepted values or patterns of its parameters. */
export type QueryShape<P extends PathOf<"get">, Known extends string = string> = {
  readonly path: P;
  readonly values: { readonly [K in Known]: readonly string[] | RegExp };
};

type Limits = { readonly min?: number; readonly max?: number; readonly items?: number };

/** The formats of texts ("date", "uuid") and the enumerations of values, by field or parameter; never set at run time. */
export type Formats<Format> = { readonly formats?: Format };

/** The enumerations of /enum-options that have the values of a field or parameter. */
export type EnumNameOf<Format> = Format extends { enum: infer Name } ? Name : never;

/** The fields of a body with their limits. */
export type BodyShape<Sent, Format = object> = Formats<Format> & {
  readonly limits: { readonly [K in keyof Sent]?: Limits };
  /** Never set: it binds the shape to the body's type. */
  readonly sent?: (body: Sent) => void;
};
