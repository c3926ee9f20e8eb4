// Uploads a file for a check, and returns its progress or the errors.
import { useState } from "react";
import { ApiError } from "../../api/errors";
import { UploadCancelled, upload } from "../../api/upload";
import { translate } from "../../i18n/translate";
import { MAX_FILE_SIZE } from "../../lib/fileSizes";
import type { ImportKind } from "./importKinds";

type UploadState = { progress?: number; failure?: string };

function failureText(error: ApiError): string {
  const text = Object.values(error.errors).flat()[0] ?? error.message;
  return text || translate("imports.unreachable");
}

export function useFileCheck(kind: ImportKind, onUploaded: (id: string) => void) {
  const [state, setState] = useState<UploadState>({});
  const send = async (file: File): Promise<void> => {
    if (file.size > MAX_FILE_SIZE) {
      setState({ failure: translate("imports.too_large") });
      return;
    }
    setState({ progress: 0 });
    const target = { method: "POST", path: `/imports/${kind}` } as const;
    const onProgress = (progress: number) => setState({ progress });
    const key = crypto.randomUUID();
    try {
      const { result } = upload(target, { fields: { file }, key, onProgress });
      onUploaded((await result).api_id);
      setState({});
    } catch (error) {
      if (error instanceof UploadCancelled) setState({});
      else if (error instanceof ApiError) setState({ failure: failureText(error) });
      else throw error;
    }
  };
  return { state, send };
}
