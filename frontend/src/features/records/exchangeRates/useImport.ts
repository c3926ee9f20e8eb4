// A file of rates on its way: judged by the server without storing anything, then stored.
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError } from "../../../api/errors";
import type { RateImportReport } from "../../../api/types";
import { upload } from "../../../api/upload";
import { useTranslate } from "../../../i18n/translate";
import { showToast } from "../../../lib/toasts";

function send(file: File, dryRun: boolean): Promise<RateImportReport> {
  const fields = { dry_run: dryRun, file };
  const key = crypto.randomUUID();
  const target = { method: "POST", path: "/exchange-rates/imports" } as const;
  return upload(target, { fields, key, onProgress: () => undefined }).result;
}

export function useImport(onStored: () => void) {
  const t = useTranslate();
  const queryClient = useQueryClient();
  const [file, setFile] = useState<File | null>(null);
  const [report, setReport] = useState<RateImportReport | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  const ask = async (chosen: File, dryRun: boolean): Promise<RateImportReport | null> => {
    setBusy(true);
    setRefusal(null);
    try {
      const told = await send(chosen, dryRun);
      setReport(told);
      return told;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setReport(null);
      setRefusal(error.errors.file?.[0] || error.message || t("exchange_rates.import.unreachable"));
      return null;
    } finally {
      setBusy(false);
    }
  };

  return {
    file,
    report,
    refusal,
    busy,
    isReady: file !== null && report !== null && report.invalid === 0 && report.added > 0,
    look: (chosen: File) => {
      setFile(chosen);
      setReport(null);
      void ask(chosen, true);
    },
    store: async () => {
      const told = file && (await ask(file, false));
      if (!told?.is_stored) return;
      showToast({
        kind: "success",
        summary: t("exchange_rates.import.done", { count: told.added }),
      });
      await queryClient.invalidateQueries({ queryKey: ["api"] });
      onStored();
    },
  };
}
