// Which modules travel together: few files per screen, and none that a first visit does not need.

const mantine = (...components: string[]) =>
  `@mantine/core/.*/components/(?:${components.join("|")})/`;

const inPath = (...parts: string[]) => new RegExp(parts.join("|"));

type Group = { name: string; test?: RegExp; tags?: "$initial"[]; minShareCount?: number };

/** Ordered by priority; a module belongs to the first group that wants it. */
const GROUPS: readonly Group[] = [
  { name: "react", test: inPath("node_modules/(?:react|react-dom|scheduler)/") },
  {
    name: "core",
    test: inPath("@tanstack/(?:[a-z-]*router|query-core|react-query|[a-z-]*store|history)"),
  },
  // What every page starts with.
  { name: "start", tags: ["$initial"] },
  // Fields: sign-in, forms and the search of lists.
  {
    name: "fields",
    test: inPath(
      mantine("Input", "InputBase", "TextInput", "PasswordInput", "Checkbox", "InlineInput"),
      mantine("Group", "Stack"),
      "MantineProvider/use-mantine-color-scheme",
      "src/lib/validation",
      "src/ui/form/(?:FailureText|useFewFields)",
      "src/session/signIn",
    ),
  },
  { name: "sign-in", test: inPath("src/features/login/"), minShareCount: 2 },
  { name: "icons", test: inPath("@tabler/icons-react"), minShareCount: 2 },
  // Tips and panels, and what they share with menus and dialogs.
  {
    name: "panels",
    test: inPath(
      "@floating-ui",
      "@mantine/hooks",
      "@mantine/core/esm/(?:core|utils)/",
      "ScrollArea/utils/to-int",
      "@mantine/core/styles/Tooltip",
      mantine("Popover", "Tooltip", "Portal", "FocusTrap", "Paper"),
    ),
    minShareCount: 4,
  },
  { name: "choices", test: inPath(mantine("Radio")), minShareCount: 2 },
  { name: "scroll", test: inPath(mantine("ScrollArea")), minShareCount: 2 },
  {
    name: "dialogs",
    test: inPath("react-remove-scroll", mantine("ModalBase", "Modal", "Drawer", "Overlay")),
    minShareCount: 2,
  },
  // The small pieces that almost every screen of a signed-in person is made of.
  {
    name: "screens",
    test: inPath(
      "src/ui/(?:PageTitle|Section|FigureCards|HelpMark|MoneyText|DateText|StatusBadge|Absent)",
      "src/ui/(?:RecordLinks|ButtonLink|Badge|EmptyState|ActionMenu\\.|ui\\.module|area|useDelayed)",
      "src/ui/(?:Forbidden|HoursText|NamedCloseButton|Tags|onDemand)",
      "src/lib/",
      "src/session/(?!connections)",
      "src/ui/table/Table\\.module",
      "@mantine/core/styles/(?:Skeleton|Anchor|ActionIcon|Checkbox|CloseButton|Combobox|Popover)",
      mantine("Skeleton", "Anchor", "CloseButton", "NativeSelect"),
    ),
    minShareCount: 2,
  },
  // Where a record comes from and how fresh it is.
  {
    name: "sources",
    test: inPath("src/ui/(?:SourceLinks|Freshness)", "src/session/connections"),
    minShareCount: 2,
  },
  {
    name: "table",
    test: inPath("@tanstack/[a-z-]*table", "src/ui/table/"),
    minShareCount: 4,
  },
  // What the pages of one record share.
  {
    name: "record",
    test: inPath(
      "src/ui/(?:ConfirmDialog|Detail|Facts|undoToast|UrlTabs|OverflowMenu)",
      mantine("Tabs"),
    ),
    minShareCount: 2,
  },
  {
    name: "projects",
    test: inPath("src/features/projects/project(?:Badges|Cells)"),
    minShareCount: 2,
  },
  // What a connection's card and the dialogue over it share.
  {
    name: "connections",
    test: inPath("src/features/connections/(?:connectionQueries|Connections\\.module)"),
  },
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
