// Which modules travel together: few files per screen, and none that a first visit does not need.

const mantine = (...components: string[]) =>
  `@mantine/core/.*/components/(?:${components.join("|")})/`;

const inPath = (...parts: string[]) => new RegExp(parts.join("|"));

const WORK_ICONS =
  "Icon(?:ArrowBackUp|CalendarDue|Check|Eye|Flame|Lock|PlayerPlay|Send|Upload)\\.mjs";
const VALUE_ICONS =
  "Icon(?:Bulb|Compass|HeartHandshake|Leaf|MessageCircle|Puzzle|Rocket|Scale|Sparkles|Star|Trophy)\\.mjs";

type Group = { name: string; test?: RegExp; tags?: "$initial"[]; minShareCount?: number };

/** Ordered by priority; a module belongs to the first group that wants it. */
const GROUPS: readonly Group[] = [
  { name: "react", test: inPath("node_modules/(?:react|react-dom|scheduler)/") },
  // What signing in and every page after it have in common.
  {
    name: "core",
    test: inPath(
      "@tanstack/(?:[a-z-]*router|query-core|react-query|[a-z-]*store|history)",
      mantine("ActionIcon", "CloseButton", "Group", "Stack"),
      "MantineProvider/(?:use-mantine-color-scheme|color-functions/get-auto-contrast-value)",
      "styles-api/use-resolved-styles-api",
      "@mantine/hooks/esm/(?:use-(?:merged-ref|id|uncontrolled)|utils/random-id)/",
      "src/session/signIn",
    ),
  },
  // What every page starts with.
  { name: "start", tags: ["$initial"] },
  // The plain field of text: sign-in, forms and the search of lists.
  {
    name: "fields",
    test: inPath(mantine("Input", "InputBase", "TextInput"), "Checkbox/CheckIcon\\.mjs"),
  },
  // What every form needs of it, sign-in's too.
  {
    name: "rules",
    test: inPath(
      "src/lib/validation",
      "src/ui/form/FailureText",
      "@mantine/core/esm/utils/In(?:putsGroupFieldset|lineInput)",
    ),
  },
  // What sign-in has beside it, and few forms.
  {
    name: "few-fields",
    test: inPath(mantine("PasswordInput", "Checkbox"), "src/ui/form/useFewFields"),
  },
  { name: "sign-in", test: inPath("src/features/login/"), minShareCount: 2 },
  // Those of what is done with a project come with it; the others are on most screens.
  {
    name: "icons",
    test: inPath(`@tabler/icons-react/(?!.*(?:${WORK_ICONS}|${VALUE_ICONS}))`),
    minShareCount: 2,
  },
  { name: "work-icons", test: inPath(WORK_ICONS), minShareCount: 2 },
  // What the agency stands for is drawn on a few screens alone.
  { name: "values", test: inPath("src/ui/ValueBadge", VALUE_ICONS), minShareCount: 2 },
  // Tips and panels, and what they share with menus and dialogs.
  {
    name: "panels",
    test: inPath(
      "@floating-ui",
      "@mantine/hooks/esm/(?!use-resize-observer/)",
      "@mantine/core/esm/(?:core|utils)/",
      "ScrollArea/utils/to-int",
      "@mantine/core/styles/Tooltip",
      mantine("Popover", "Tooltip", "Portal", "FocusTrap", "Paper"),
    ),
    minShareCount: 5,
  },
  { name: "choices", test: inPath(mantine("Radio", "NativeSelect")), minShareCount: 2 },
  { name: "scroll", test: inPath(mantine("ScrollArea")), minShareCount: 2 },
  {
    name: "dialogs",
    test: inPath("react-remove-scroll", mantine("ModalBase", "Modal", "Overlay")),
    minShareCount: 2,
  },
  { name: "drawers", test: inPath(mantine("Drawer")), minShareCount: 2 },
  // The small pieces that almost every screen of a signed-in person is made of.
  {
    name: "screens",
    test: inPath(
      "src/ui/(?:PageTitle|Section|FigureCards|HelpMark|MoneyText|DateText|StatusBadge|Absent)",
      "src/ui/(?:RecordLinks|ButtonLink|Badge|EmptyState|ActionMenu\\.|ui\\.module|area|useDelayed)",
      "src/ui/(?:ConfirmDialog|Forbidden|HoursText|NamedCloseButton|SmallTable|Tags|onDemand|whyRefused)",
      "src/lib/(?!periods|picture|fileSizes|timezones)",
      "src/session/(?!connections)",
      "src/ui/table/Table\\.module",
      "@mantine/core/styles/(?:Skeleton|Anchor|ActionIcon|Checkbox|CloseButton|Combobox|Popover)",
      mantine("Skeleton", "Anchor"),
    ),
    minShareCount: 2,
  },
  // What the figures of churn share with those of home and of the dashboard.
  { name: "figures", test: inPath("src/ui/FigureNotes", "src/lib/periods"), minShareCount: 2 },
  // Where a record comes from and how fresh it is.
  {
    name: "sources",
    test: inPath("src/ui/(?:SourceLinks|Freshness)", "src/session/connections"),
    minShareCount: 2,
  },
  // Having a service read again.
  {
    name: "syncing",
    test: inPath("src/ui/(?:SyncButton|synchronising|ConnectionWords)"),
    minShareCount: 2,
  },
  // The figures of home and of the dashboard.
  {
    name: "board",
    test: inPath(
      "src/features/dashboard/(?:BoardCards|dashboardQueries|Dashboard\\.module|sumText)",
    ),
    minShareCount: 2,
  },
  {
    name: "table",
    test: inPath(
      "@tanstack/[a-z-]*table",
      "src/ui/(?:table/(?!ColumnPanel)|selection/(?:Picked|PickBox|useSelection))",
    ),
    minShareCount: 5,
  },
  // What the pages of one record share, and those of what is told in one currency, which have tabs as well.
  {
    name: "record",
    test: inPath(
      "src/ui/(?:Detail|Facts|undoToast|UrlTabs|OverflowMenu|Converted)",
      mantine("Tabs"),
    ),
    minShareCount: 2,
  },
  {
    name: "record-parts",
    test: inPath(
      "src/ui/RecordActions",
      "src/features/(?:activity/ActivityTimeline|attachments/loadPanel)",
    ),
    minShareCount: 2,
  },
  {
    name: "projects",
    test: inPath("src/features/projects/project(?:Badges|Cells)"),
    minShareCount: 2,
  },
  // What a payment is called, which its dialogues say without drawing its state.
  {
    name: "payment-names",
    test: inPath("src/(?:ui/paymentWords|features/payments/paymentsList)"),
    minShareCount: 2,
  },
  // What the lists of clients, employees and teams have beside their rows.
  {
    name: "beside-lists",
    test: inPath(
      "src/ui/imports/ImportLink",
      "src/features/(?:clients/ArchivedBadge|employees/Employees\\.module)",
    ),
    minShareCount: 2,
  },
  // What a connection's card and the dialogue over it share.
  {
    name: "connections",
    test: inPath("src/features/connections/(?:connectionQueries|Connections\\.module)"),
  },
  // What draws: nobody waits for it who sees no chart. A bar alone is no drawing, and comes with its screen.
  {
    name: "charts",
    test: inPath(
      "@visx",
      "node_modules/(?:d3-|internmap)",
      "@mantine/hooks/esm/use-resize-observer/",
      "src/ui/charts/(?!Bullet|loadWords)",
    ),
  },
  { name: "bullet", test: inPath("src/ui/charts/Bullet"), minShareCount: 2 },
  // A form over a list comes with a dialogue's code, which a form on a page does without.
  {
    name: "form",
    test: inPath("@mantine/form", "src/ui/form/(?!FormModal|Form\\.module|useFewFields)"),
    minShareCount: 3,
  },
];

export const chunkGroups = GROUPS.map((group, index) => ({
  ...group,
  priority: GROUPS.length - index,
}));
