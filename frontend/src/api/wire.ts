// The API's calls as types: which paths there are, what each takes and what it answers, read off the OpenAPI document.
import type { components, paths } from "./schema.gen";

export type Schemas = components["schemas"];
export type Method = "get" | "post" | "put" | "patch" | "delete";

/** Paths of the server's root; all others are below the API's prefix. */
export type SitePath = Extract<
  keyof paths,
  "/login" | "/logout" | `/auth/${string}` | `/sanctum/${string}`
>;
export type ApiPath = Exclude<keyof paths, SitePath | `/hooks/${string}`>;
export type Path = SitePath | ApiPath;

/** The paths that answer a method. */
export type PathOf<M extends Method, P extends Path = ApiPath> = {
  [K in P]: paths[K] extends Record<M, object> ? K : never;
}[P];

type Operation<P extends Path, M extends Method> = M extends keyof paths[P] ? paths[P][M] : never;

/** The named parts of a path: `"/clients/{id}"` → `{ id: string }`. */
export type Params<P extends string> = P extends `${string}{${infer Name}}${infer Rest}`
  ? { readonly [K in Name]: string } & Params<Rest>
  : unknown;

/** A path with its named parts. */
export type At<P extends string> = { readonly path: P } & (unknown extends Params<P>
  ? { readonly params?: undefined }
  : { readonly params: Params<P> });

/** A parameter that repeats may be given one value; one that is undefined is left out. */
type QueryValue<Value> = Value extends readonly (infer One)[] ? One | readonly One[] : Value;

/** A list is sorted by one key, or by a second one where the first is the same. */
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

type ContentOf<Part> = Part extends { content: infer Content }
  ? {
      [Type in keyof Content]: Type extends "application/json"
        ? Content[Type]
        : Type extends "multipart/form-data"
          ? FormData
          : undefined;
    }[keyof Content]
  : undefined;

/** A list that is sent may be one that is not to be changed. */
type Sendable<Sent> = Sent extends FormData | undefined
  ? Sent
  : {
      [K in keyof Sent]: Sent[K] extends (infer One)[] | null | undefined
        ? readonly One[] | Exclude<Sent[K], readonly unknown[]>
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

export type Answer<P extends Path, M extends Method = "get"> =
  Operation<P, M> extends { responses: infer Answers } ? ContentOf<Answers[keyof Answers]> : never;

/** What is left of an answer without its envelope: a record, a figure, or a page's rows. */
export type Data<P extends Path, M extends Method = "get"> =
  Answer<P, M> extends { data: infer Inner } ? Inner : never;

/** The paths that answer records page by page, and one row of each. */
export type ListPath = {
  [P in PathOf<"get">]: Answer<P> extends { data: readonly unknown[]; meta: object } ? P : never;
}[PathOf<"get">];
export type RowOf<P extends ListPath> = Data<P> extends readonly (infer Row)[] ? Row : never;

/** The paths that answer one record, or a part of it, by its id. */
export type ItemPath = Extract<PathOf<"get">, `${string}/{${string}}${string}`>;

/** The keys by which a list is sorted, ascending or with a minus before them. */
export type SortOf<P extends ListPath> =
  QueryOf<P, "get"> extends { sort?: infer Sort } ? Extract<Sort, string> : never;

type Part<Name extends string, Value> = unknown extends Value
  ? { readonly [K in Name]?: undefined }
  : Record<never, never> extends Value
    ? { readonly [K in Name]?: Value | undefined }
    : { readonly [K in Name]: Value };

/** What a call of a path needs beside its body. */
export type Arguments<P extends Path, M extends Method> = Part<"params", Params<P>> &
  Part<"query", Query<P, M>>;

/** A read with the values of those of its parameters that are enumerated or look in a known way. */
export type QueryShape<P extends PathOf<"get">, Known extends string = string> = {
  readonly path: P;
  readonly values: { readonly [K in Known]: readonly string[] | RegExp };
};

type Limits = { readonly min?: number; readonly max?: number };

/** A body's fields, with how long or how large each may be. */
export type BodyShape<Sent> = {
  readonly limits: { readonly [K in keyof Sent]?: Limits };
  /** Never there: it binds the shape to the body's type. */
  readonly sent?: (body: Sent) => void;
};
