// Sends a file to be tried, and says how far it is or why it was refused.
import { useState } from "react";
import { ApiError } from "../../api/errors";
import { Cancelled, upload } from "../../api/upload";
import { translate } from "../../i18n/translate";
import type { ImportKind } from "./importsList";

const MAX_FILE_SIZE = 25 * 1024 * 1024;

type Trying = { progress?: number; refusal?: string };

function refusalOf(error: ApiError): string {
  const words = Object.values(error.errors).flat()[0] ?? error.message;
  return words || translate("imports.unreachable");
}

export function useFileCheck(kind: ImportKind, onTried: (id: string) => void) {
  const [state, setState] = useState<Trying>({});
  const send = async (file: File): Promise<void> => {
    if (file.size > MAX_FILE_SIZE) {
      setState({ refusal: translate("imports.too_large") });
      return;
    }
    const body = new FormData();
    body.append("file", file);
    setState({ progress: 0 });
    const target = { method: "POST", path: `/imports/${kind}` } as const;
    const onProgress = (progress: number) => setState({ progress });
    const key = crypto.randomUUID();
    try {
      const { sent } = upload(target, { body, key, onProgress });
      onTried((await sent).api_id);
      setState({});
    } catch (error) {
      if (error instanceof Cancelled) setState({});
      else if (error instanceof ApiError) setState({ refusal: refusalOf(error) });
      else throw error;
    }
  };
  return { state, send };
}
