// Wraps the routes in their providers.
import { localStorageColorSchemeManager, MantineProvider } from "@mantine/core";
import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { useCallback } from "react";
import { currentUserQuery } from "../session/currentUser";
import { can, isAdmin } from "../session/permissions";
import { type MonthOpener, Reactions } from "./Reactions";
import type { createAppRouter } from "./router";
import { readStyleNonce } from "./styleNonce";
import { cssVariablesResolver, theme } from "./theme";

type Props = { queryClient: QueryClient; router: ReturnType<typeof createAppRouter> };

const colorSchemeManager = localStorageColorSchemeManager({ key: "regie-color-scheme" });

export function App({ queryClient, router }: Props) {
  const monthOpener = useCallback<MonthOpener>(
    (month) => {
      const user = queryClient.getQueryData(currentUserQuery.queryKey);
      if (!user || !can(user, "months.view")) return undefined;
      const to = isAdmin(user) ? "/admin/months/$month" : "/months/$month";
      return () => void router.navigate({ to, params: { month } });
    },
    [queryClient, router],
  );
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
        <Reactions monthOpener={monthOpener} />
      </QueryClientProvider>
    </MantineProvider>
  );
}
