// The button to accept all certain matches, with their number.
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { pageQuery } from "../../../api/queries";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { formatInteger } from "../../../lib/numbers";
import { type CertainFilter, certainQuery } from "./useAcceptAll";

const AcceptAllDialog = lazy(async () => ({
  default: (await import("./AcceptAllDialog")).AcceptAllDialog,
}));

export function AcceptAll(filter: CertainFilter) {
  const t = useTranslate();
  const locale = useLocale();
  const { data } = useQuery(
    pageQuery("/matches", { query: { ...certainQuery(filter), per_page: 1 } }),
  );
  /** The number to confirm while the dialog is open, otherwise null. */
  const [countToConfirm, setCountToConfirm] = useState<number | null>(null);
  const total = data?.meta.total ?? 0;
  return (
    <>
      {total > 0 && (
        <Button
          size="compact-md"
          variant={filter.status === "proposed" ? "filled" : "default"}
          mb="sm"
          onClick={() => setCountToConfirm(total)}
        >
          {t(filter.status === "unmatched" ? "matching.all.alone.action" : "matching.all.action", {
            count: formatInteger(total, locale),
          })}
        </Button>
      )}
      {countToConfirm !== null && (
        <Suspense fallback={null}>
          <AcceptAllDialog
            filter={filter}
            count={countToConfirm}
            onClose={() => setCountToConfirm(null)}
          />
        </Suspense>
      )}
    </>
  );
}
