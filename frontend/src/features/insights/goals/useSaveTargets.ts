// Saves the changed targets of a year; those that another user changed meanwhile are marked.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "../../../api/client";
import { ApiError } from "../../../api/errors";
import type { Schemas } from "../../../api/wire";
import { useTranslate } from "../../../i18n/translate";
import { showToast } from "../../../lib/toasts";
import { parseCurrency } from "../../../session/userCurrency";

export type Targets = Schemas["CompanyTargets"];
export type FigureTargets = Targets["figures"][number];
/** What was typed, by figure and month; an empty text removes the target. */
export type Typed = Readonly<Record<string, string>>;
type Changes = Schemas["CompanyTargetsUpdate"]["targets"];

export const keyOf = (figure: string, month: string) => `${figure}.${month}`;

/** The changed months; all amounts when their currency changes. */
export function changesOf({ figures }: Targets, typed: Typed, isOtherCurrency: boolean): Changes {
  return figures.flatMap(({ figure, unit, months }) =>
    months.flatMap(({ month, value: before }) => {
      const text = typed[keyOf(figure, month)];
      const value = text === undefined ? before : text || null;
      const isSent = value !== before || (isOtherCurrency && unit === "money" && before !== null);
      return isSent ? [{ figure, month, before, value }] : [];
    }),
  );
}

/** `onConflict` receives the keys of what another user changed. */
export function useSaveTargets(
  { year }: Targets,
  onSaved: () => void,
  onConflict: (keys: readonly string[]) => void,
) {
  const t = useTranslate();
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ currency, changes }: { currency: string; changes: Changes }) =>
      api.patch(
        "/company-targets",
        { year, currency: parseCurrency(currency) ?? "CAD", targets: changes },
        { expect: [409, 422] },
      ),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ["api"] });
      onSaved();
      showToast({ kind: "success", summary: t("targets.saved") });
    },
    onError: (error) => {
      if (!(error instanceof ApiError) || error.status !== 409) return;
      // The server names the month, the grid its first day.
      const keys = Object.keys(error.conflicts).map((key) => `${key}-01`);
      onConflict(keys);
      void client.invalidateQueries({ queryKey: ["api"] });
      const count = Math.max(keys.length, 1);
      showToast({ kind: "error", summary: t("targets.changed", { count }) });
    },
  });
}
