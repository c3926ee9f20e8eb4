// The answers of the API by the names the screens use; the shapes themselves are generated from its description.
import type { components } from "./schema.gen";

type Schemas = components["schemas"];

/** Money fields that the reader may not see are absent from a record, so they are optional here. */
type MoneyOptional<Basic, Full extends Basic> = Basic & Partial<Omit<Full, keyof Basic>>;

export type Item<Data> = { data: Data };
export type PageMeta = Schemas["Meta"];
export type Page<Row> = { data: Row[]; meta: PageMeta };

/** Everything a role can allow; a name that the server does not know does not compile. */
export type Permission = Schemas["Permission"];

export type Money = Schemas["Money"];
export type Ref = Schemas["Ref"];
export type Link = Schemas["Link"];

export type CurrentUser = Schemas["CurrentUser"] & {
  impersonator?: Schemas["ImpersonatorOut"];
};

/** The answer to every way in; null factors mean that nothing more is asked. */
export type SignedIn = Schemas["SignedIn"];
export type GoogleSignedIn = Schemas["GoogleSignedIn"];
export type Factor = NonNullable<SignedIn["second_factor"]>[number];
export type EnumOption = Schemas["EnumItem"];
export type EnumOptions = Record<string, EnumOption[]>;

export type ClientRow = MoneyOptional<Schemas["ClientBasicRow"], Schemas["ClientRow"]>;
export type Client = MoneyOptional<Schemas["ClientBasic"], Schemas["ClientOut"]>;
export type ProjectRow = MoneyOptional<Schemas["ProjectBasicRow"], Schemas["ProjectRow"]>;
export type Project = MoneyOptional<Schemas["ProjectBasic"], Schemas["ProjectOut"]>;
export type ProjectKind = ProjectRow["kind"];
export type InvoiceRow = Schemas["InvoiceRow"];
export type Invoice = Schemas["InvoiceOut"];

export type Connection = Schemas["Connection"];
export type Service = Connection["service"];
export type ConnectionSettings = Schemas["ConnectionSettings"];
export type ConnectionTest = Schemas["TestResult"];
export type SyncRun = Schemas["SyncRunOut"];
export type SyncRunWish = Partial<Schemas["SyncRunCreate"]> & { service: Service };

export type Match = Schemas["Match"];
export type MatchPart = Schemas["Part"];
export type MatchCounts = Schemas["Counts"];
export type MatchCreate = Schemas["MatchCreate"];

export type DealRow = Schemas["DealOut"];
export type Dashboard = Schemas["Dashboard"];

export type UserRow = Schemas["UserRow"];
export type User = Schemas["UserOut"];
export type Role = Schemas["UserCreate"]["roles"][number];
export type Access = Schemas["Access"];
export type Holdings = Schemas["Holdings"];
export type Settings = Schemas["SettingsOut"];
export type ActivityEntry = Schemas["ActivityRow"];

export type SecondFactorState = Schemas["SecondFactorOut"];
export type Passkey = Schemas["PasskeyOut"];
export type TotpStart = Schemas["TotpStart"];
export type SessionRow = Schemas["SessionRow"];
