// Names for the API's generated types, as the screens use them.
import type { components } from "./schema.gen";
import type { Data } from "./wire";

type Schemas = components["schemas"];

/** The code of an error that has a message of its own. */
export type ErrorCode = Schemas["ErrorBody"]["code"];

export type Item<Data> = { data: Data };
export type PageMeta = Schemas["Meta"];
export type Page<Row> = { data: Row[]; meta: PageMeta };

/** All permissions; a name that the server does not know does not compile. */
export type Permission = Schemas["Permission"];

export type Money = Schemas["Money"];
export type Ref = Schemas["Ref"];
export type Link = Schemas["Link"];

/** A currency code that the API accepts in input. */
export type Currency = Schemas["ClientCreate"]["currency"];

export type CurrentUser = Schemas["VisibleImpersonatedUser"];

export type GoogleSignedIn = Schemas["GoogleSignedIn"];
/** The factors that a sign-in still needs. */
export type Factor = NonNullable<Schemas["SignedIn"]["second_factor"]>[number];
export type EnumOption = Schemas["EnumItem"];
/** An option of a list that the organization maintains. */
export type OrganizationOption = Schemas["OptionOut"];
export type EnumOptions = Data<"/enum-options">;
/** The name of an enumeration: "client_status", "currency". */
export type EnumName = keyof EnumOptions;

export type ClientPromise = Schemas["ClientPromise"];
export type Collection = Schemas["CollectionOut"];
export type CollectionEntry = Schemas["CollectionEntryOut"];
export type ReminderPreview = Schemas["ReminderPreview"];
export type SentReminder = Schemas["SentReminder"];
export type CollectionSummary = Schemas["CollectionSummary"];
export type ClientRow = Schemas["VisibleClientRow"];
export type ClientNote = Schemas["ClientNote"];
export type ClientContact = Schemas["ClientContact"];
export type Timeline = Schemas["Timeline"];
export type TimelineEntry = Schemas["TimelineEntry"];
export type DatedTerm = Schemas["DatedTerm"];
export type DatedTermPreview = Schemas["DatedTermPreview"];
export type Client = Schemas["VisibleClientOut"];
export type ProjectRow = Schemas["VisibleProjectRow"];
export type Project = Schemas["VisibleProjectOut"];
export type ProjectKind = ProjectRow["kind"];
export type OosSaleRow = Schemas["VisibleOosSaleRow"];
export type Setup = Schemas["Setup"];
export type SetupStep = Schemas["SetupStep"];
export type SalesAnalysis = Schemas["SalesAnalysis"];
export type SalesFigure = Schemas["SalesFigure"];
export type OosApproval = Schemas["OosApprovalOut"];
export type UnapprovedWork = Schemas["VisibleUnapprovedWork"];
export type ProjectSale = Schemas["VisibleProjectSale"];
export type GoalRow = Schemas["VisibleGoalRow"];
export type Goal = Schemas["VisibleGoalOut"];
export type CheckIn = Schemas["CheckIn"];
export type AttachmentRow = Schemas["AttachmentRow"];
export type Attachment = Schemas["AttachmentOut"];
export type ProjectStatistics = Schemas["ProjectStatistics"];
export type ProjectFigure = Schemas["ProjectFigure"];
export type EmployeeStatistics = Schemas["EmployeeStatistics"];
export type EmployeeFigure = Schemas["EmployeeFigure"];
export type InvoiceRow = Schemas["InvoiceRow"];
export type Invoice = Schemas["InvoiceOut"];
export type Aging = Schemas["Aging"];
export type ReceivablesSummary = Schemas["ReceivablesSummary"];
export type Receivable = Schemas["Receivable"];
export type UnappliedCredit = Schemas["UnappliedCredit"];
export type ClientHealth = Schemas["ClientHealth"];
export type ClientRevenue = Schemas["ClientRevenue"];
export type ClientReceivables = Schemas["ClientReceivables"];

export type Burn = Schemas["Burn"];
export type ChurnAnalysis = Schemas["ChurnAnalysis"];
export type MrrMovement = Schemas["MovementOut"];
export type BurnDetail = Schemas["BurnOut"];
export type BurnTotals = Schemas["BurnTotals"];
export type Pipeline = Schemas["Pipeline"];
export type PeopleTotals = Schemas["PeopleTotals"];
export type PersonFigures = Schemas["PersonFigures"];
export type PipelinePart = Schemas["PipelinePart"];
export type Overage = Schemas["VisibleOverageOut"];
export type OverageDecision = Schemas["VisibleDecisionOut"];
export type Margin = Schemas["Margin"];
export type MarginTotals = Schemas["MarginTotals"];
export type MarginRow = Schemas["MarginRow"];
export type MarginGap = Schemas["MarginGap"];
export type ProjectCost = Schemas["ProjectCostOut"];
export type OverageTotals = Schemas["VisibleOverageTotals"];
export type RetainerPeriod = Schemas["VisiblePeriodOut"];

export type TimeEntry = Schemas["VisibleTimeEntryRow"];
export type TimeEntryGroup = Schemas["TimeEntryGroup"];

export type ChurnEventRow = Schemas["VisibleChurnEventRow"];
export type ChurnEvent = Schemas["VisibleChurnEventOut"];
export type ChurnTotals = Schemas["VisibleChurnTotals"];
export type ChurnProposal = Schemas["ChurnProposal"];
export type ProjectTerm = Schemas["ProjectTerm"];
export type ProjectTerms = Schemas["ProjectTerms"];
export type AmountHistory = Schemas["VisibleAmountHistory"];
export type Amendment = Schemas["VisibleAmendment"];
export type UndatedTerm = Schemas["UndatedTermRow"];
export type TermPreview = Schemas["TermPreview"];
export type ChurnStatistics = Schemas["ChurnStatistics"];
export type CurrencyMovements = Schemas["CurrencyMovements"];

export type Payment = Schemas["PaymentRow"];
export type ReconciliationProposal = Schemas["Proposal"];
export type PaymentAllocation = Schemas["Allocation"];
export type PaymentMeta = Schemas["PaymentMeta"];
export type ClientToInvoice = Schemas["ClientToInvoice"];
export type ExtraWork = Schemas["ExtraWorkRow"];
export type PaymentTotals = Schemas["PaymentTotals"];
export type InvoiceSuggestion = Schemas["Suggestion"];

export type Export = Schemas["ExportOut"];
export type SavedView = Schemas["SavedViewOut"];

export type TeamRow = Schemas["VisibleTeamRow"];
export type Team = Schemas["TeamOut"];
export type TeamStatistics = Schemas["TeamStatistics"];

export type Notification = Schemas["NotificationOut"];
export type NotificationSettings = Schemas["NotificationSettingsOut"];
export type NotificationSettingsUpdate = Schemas["NotificationSettingsUpdate"];
export type CoreValue = Schemas["CoreValueOut"];
export type Award = Schemas["AwardOut"];

export type Connection = Schemas["Connection"];
export type Service = Connection["service"];
export type Operations = Schemas["Operations"];
export type BackupStatus = Schemas["BackupStatus"];
export type SampleData = Schemas["SampleDataOut"];
export type RestoredCopy = Schemas["RestoredCopy"];
export type ConnectionSettings = Schemas["ConnectionSettings"];
export type ConnectionTest = Schemas["TestResult"];
export type SyncRun = Schemas["SyncRunOut"];
export type SyncRunRequest = Partial<Schemas["SyncRunCreate"]> & { service: Service };

export type ProjectProposalRow = Schemas["ProposalRow"];
export type ProjectProposal = Schemas["ProposalOut"];
export type ProposalRun = Schemas["ProposalRun"];
export type KindRule = Schemas["KindRule"];

export type Match = Schemas["Match"];
export type MatchRecord = Schemas["MatchRecord"];
export type MatchCounts = Schemas["Counts"];
export type MatchCreate = Schemas["MatchCreate"];
export type MatchCandidate = Schemas["Candidate"];
export type Batch = Schemas["Batch"];

export type DealRow = Schemas["DealOut"];
export type WorkWeek = Schemas["WorkWeek"];
export type MyWeek = Schemas["MyWeek"];
export type Triage = Schemas["Triage"];
export type TriageRow = Schemas["TriageRow"];
export type MatterKind = TriageRow["kind"];
export type TriageView = "open" | "mine" | "snoozed" | "old_deals" | "uninvoiced";
export type Dashboard = Schemas["Dashboard"];
export type DashboardFigure = Schemas["DashboardFigure"];
export type DashboardFigureName = DashboardFigure["formula"];
export type DashboardSum = Schemas["DashboardSum"];
export type DashboardHistory = Schemas["DashboardHistory"];
export type FigureGap = Schemas["FigureGap"];
export type DashboardRow = Schemas["DashboardRow"];

/**
 * Fields that the caller may not see are absent: everything but the directory's fields, the cost and the permissions.
 */
export type EmployeeRow = Schemas["VisibleEmployeeBasicRow"];
export type Employee = Schemas["VisibleEmployeeOut"];
/** The full record, for callers who see more than the directory. */
export type EmployeeRecord = Schemas["VisibleEmployeeOut"] & Schemas["EmployeeBasic"];
export type EmployeeResponsibilities = Schemas["EmployeeResponsibilities"];

export type User = Schemas["UserOut"];
export type Role = Schemas["UserCreate"]["roles"][number];
export type Access = Schemas["AccountAccess"];
export type Responsibilities = Schemas["Responsibilities"];
export type Settings = Schemas["SettingsOut"];
export type ExchangeRate = Schemas["RateOut"];
export type RateFetch = Schemas["FetchOut"];
export type RateImportReport = Schemas["ImportOut"];
export type ActivityEntry = Schemas["ActivityRow"];
export type Month = Schemas["MonthRow"];
export type MissingWeek = Schemas["MissingWeek"];
export type StatementDocument = Schemas["StatementDocument"];
export type SharedReport = Schemas["SharedReport"];
export type ReportLinks = Schemas["ReportLinks"];
export type ReportLink = ReportLinks["links"][number];
export type MonthDetails = Schemas["MonthDetails"];
export type MonthFigure = Schemas["MonthFigure"];
export type RestatedFigure = Schemas["Restatement"]["figure"];
export type Restatement = Schemas["RestatementRow"];
export type BugReportRecord = Schemas["BugReportOut"];

export type SecondFactorState = Schemas["SecondFactorOut"];
export type Passkey = Schemas["PasskeyOut"];
export type TotpStart = Schemas["TotpStart"];
export type SessionRow = Schemas["SessionRow"];

/** A result of the global search. */
export type SearchHit = Schemas["SearchResult"];

/** An uploaded import file, and a row of it. */
export type Import = Schemas["FileImportOut"];
export type ImportField = Schemas["ImportField"];
export type ImportRow = Schemas["ImportRowOut"];
