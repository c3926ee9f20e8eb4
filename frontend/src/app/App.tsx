// Wraps the routes in their providers.
import { localStorageColorSchemeManager, MantineProvider } from "@mantine/core";
import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { Reactions } from "./Reactions";
import type { createAppRouter } from "./router";
import { readStyleNonce } from "./styleNonce";
import { cssVariablesResolver, theme } from "./theme";

type Props = { queryClient: QueryClient; router: ReturnType<typeof createAppRouter> };

const colorSchemeManager = localStorageColorSchemeManager({ key: "regie-color-scheme" });

export function App({ queryClient, router }: Props) {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      colorSchemeManager={colorSchemeManager}
      defaultColorScheme="auto"
      getStyleNonce={readStyleNonce}
    >
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
        <Reactions />
      </QueryClientProvider>
    </MantineProvider>
  );
}
