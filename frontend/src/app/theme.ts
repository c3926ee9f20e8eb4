// Mantine's theme with the design tokens, and with contrasts that Mantine's own colors miss.
import {
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  type VariantColorsResolver,
} from "@mantine/core";

const FONTS = '"Inter Variable", "Inter Fallback", system-ui, -apple-system, sans-serif';

/** From a status color to the design token. */
const STATUS_TOKENS: Record<string, string> = {
  green: "success",
  teal: "success",
  yellow: "warning",
  orange: "warning",
  red: "danger",
  blue: "info",
  indigo: "info",
};

const variantColorResolver: VariantColorsResolver = (input) => {
  const resolved = defaultVariantColorsResolver(input);
  if (input.variant !== "light") return resolved;
  const token = STATUS_TOKENS[input.color ?? input.theme.primaryColor] ?? "neutral";
  const tint = `var(--regie-${token}-tint)`;
  return { ...resolved, background: tint, hover: tint, color: `var(--regie-${token}-text)` };
};

export const theme = createTheme({
  fontFamily: FONTS,
  headings: {
    fontFamily: FONTS,
    fontWeight: "600",
    sizes: {
      h1: { fontSize: "1.375rem", lineHeight: "1.28" },
      h2: { fontSize: "1.125rem", lineHeight: "1.34" },
      h3: { fontSize: "1rem", lineHeight: "1.5" },
    },
  },
  colors: {
    // Mantine's dark grays are warm; these match the cool ones of the design.
    dark: [
      "#e6e9ef",
      "#c3cad5",
      "#a9b1bd",
      "#6b7380",
      "#3a3f4a",
      "#2b2f38",
      "#1e2128",
      "#16181d",
      "#121419",
      "#0d0f13",
    ],
  },
  primaryColor: "indigo",
  primaryShade: { light: 8, dark: 7 },
  defaultRadius: "sm",
  radius: { xs: "4px", sm: "6px", md: "8px", lg: "12px" },
  spacing: { xs: "0.5rem", sm: "0.75rem", md: "1rem", lg: "1.5rem", xl: "2rem" },
  fontSizes: { xs: "0.75rem", sm: "0.875rem", md: "0.875rem", lg: "1rem", xl: "1.125rem" },
  lineHeights: { xs: "1.34", sm: "1.43", md: "1.43", lg: "1.5", xl: "1.34" },
  cursorType: "pointer",
  respectReducedMotion: true,
  focusClassName: "regie-focus",
  variantColorResolver,
  // Every skeleton is announced as busy; set by name, because the sign-in loads no skeleton.
  components: {
    Skeleton: { defaultProps: { "aria-busy": true } },
    // Controls beside each other stand in line, whatever is said about them.
    InputWrapper: {
      defaultProps: { inputWrapperOrder: ["label", "input", "description", "error"] },
    },
  },
});

const LIGHT = {
  "--mantine-color-body": "#ffffff",
  "--mantine-color-text": "#1b2130",
  "--mantine-color-dimmed": "#566071",
  "--mantine-color-placeholder": "#6b7585",
  "--mantine-color-anchor": "#2c3fb8",
  "--mantine-color-error": "#a32020",
  "--mantine-color-default-border": "#e3e6eb",
  "--regie-surface": "#ffffff",
  "--regie-sunken": "#f6f7f9",
  "--regie-border": "#e3e6eb",
  "--regie-control-border": "#8a94a3",
  "--regie-link": "#2c3fb8",
  "--regie-focus": "#3b5bdb",
  "--regie-success-text": "#086145",
  "--regie-success-tint": "#dff7ec",
  "--regie-warning-text": "#7a4d05",
  "--regie-warning-tint": "#fff3d6",
  "--regie-danger-text": "#a32020",
  "--regie-danger-tint": "#feeceb",
  "--regie-info-text": "#2c3fb8",
  "--regie-info-tint": "#e8ecff",
  "--regie-neutral-text": "#465062",
  "--regie-neutral-tint": "#eef0f3",
};

const DARK: typeof LIGHT = {
  "--mantine-color-body": "#16181d",
  "--mantine-color-text": "#e6e9ef",
  "--mantine-color-dimmed": "#a9b1bd",
  "--mantine-color-placeholder": "#98a1ae",
  "--mantine-color-anchor": "#a9b8ff",
  "--mantine-color-error": "#ff9c8f",
  "--mantine-color-default-border": "#2b2f38",
  "--regie-surface": "#1e2128",
  "--regie-sunken": "#121419",
  "--regie-border": "#2b2f38",
  "--regie-control-border": "#6b7380",
  "--regie-link": "#a9b8ff",
  "--regie-focus": "#a9b8ff",
  "--regie-success-text": "#7ee2b8",
  "--regie-success-tint": "#12352a",
  "--regie-warning-text": "#f5cd47",
  "--regie-warning-tint": "#3a2c05",
  "--regie-danger-text": "#ff9c8f",
  "--regie-danger-tint": "#42211d",
  "--regie-info-text": "#a9b8ff",
  "--regie-info-tint": "#232b55",
  "--regie-neutral-text": "#c3cad5",
  "--regie-neutral-tint": "#2b2f38",
};

export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {},
  light: LIGHT,
  dark: DARK,
});
