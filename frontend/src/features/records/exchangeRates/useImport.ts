// Uploads a file of rates: a dry run, then the import.
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError } from "../../../api/errors";
import type { RateImportReport } from "../../../api/types";
import { upload } from "../../../api/upload";
import { useTranslate } from "../../../i18n/translate";
import { showToast } from "../../../lib/toasts";

function uploadRates(file: File, dryRun: boolean): Promise<RateImportReport> {
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

  const runImport = async (newFile: File, dryRun: boolean): Promise<RateImportReport | null> => {
    setBusy(true);
    setRefusal(null);
    try {
      const result = await uploadRates(newFile, dryRun);
      setReport(result);
      return result;
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
    check: (newFile: File) => {
      setFile(newFile);
      setReport(null);
      void runImport(newFile, true);
    },
    store: async () => {
      const result = file && (await runImport(file, false));
      if (!result?.is_stored) return;
      showToast({
        kind: "success",
        summary: t("exchange_rates.import.done", { count: result.added }),
      });
      await queryClient.invalidateQueries({ queryKey: ["api"] });
      onStored();
    },
  };
}
