// The way to accept all certain matches at once, with their number; the dialogue comes when it is asked for.
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { pageQuery } from "../../../api/queries";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { formatInteger } from "../../../lib/numbers";
import { type CertainMatches, certainQuery } from "./useAcceptAll";

const AcceptAllDialog = lazy(async () => ({
  default: (await import("./AcceptAllDialog")).AcceptAllDialog,
}));

export function AcceptAll(which: CertainMatches) {
  const t = useTranslate();
  const locale = useLocale();
  const { data } = useQuery(
    pageQuery("/matches", { query: { ...certainQuery(which), per_page: 1 } }),
  );
  /** How many there were when they were asked about; null while nobody asks. */
  const [asked, setAsked] = useState<number | null>(null);
  const total = data?.meta.total ?? 0;
  return (
    <>
      {total > 0 && (
        <Button size="compact-md" variant="default" mb="sm" onClick={() => setAsked(total)}>
          {t("matching.all.action", { count: formatInteger(total, locale) })}
        </Button>
      )}
      {asked !== null && (
        <Suspense fallback={null}>
          <AcceptAllDialog which={which} asked={asked} onClose={() => setAsked(null)} />
        </Suspense>
      )}
    </>
  );
}
