// The files on their way to the server: two at a time, each with its progress, to be called off or tried again.
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { ApiError } from "../../../api/errors";
import type { Attachment } from "../../../api/types";
import {
  type FieldsFor,
  UploadCancelled,
  type UploadHandle,
  type UploadTarget,
  upload,
} from "../../../api/upload";
import { translate } from "../../../i18n/translate";
import { MAX_FILE_SIZE } from "../../../lib/fileSizes";
import { showToast } from "../../../lib/toasts";

const AT_ONCE = 2;

/** Where a file goes: a new one to its owner's list, a newer one to its attachment. */
export type Target = TargetOf<Extract<UploadTarget, { path: `${string}/{id}${string}` }>>;
type TargetOf<T extends UploadTarget> = T extends UploadTarget
  ? T & { fields: Omit<FieldsFor<T>, "file"> }
  : never;

export type Waiting = {
  id: string;
  file: File;
  target: Target;
  state: "waiting" | "sending" | "failed";
  progress: number;
  /** Why it failed, and whether the same file may be sent again. */
  refusal?: string;
  final?: boolean;
};

function refusalOf(error: ApiError): Pick<Waiting, "refusal" | "final"> {
  const words = error.errors.file?.[0] ?? Object.values(error.errors).flat()[0] ?? error.message;
  const passing = error.status === 0 || error.status >= 500 || error.status === 429;
  return {
    refusal: words || translate("attachments.upload.unreachable"),
    final: !passing,
  };
}

function waitingFor(file: File, target: Target): Waiting {
  const waiting = { id: crypto.randomUUID(), file, target, progress: 0 };
  if (file.size <= MAX_FILE_SIZE) return { ...waiting, state: "waiting" };
  const refusal = translate("attachments.upload.too_large");
  return { ...waiting, state: "failed", refusal, final: true };
}

export function useUploads() {
  const queryClient = useQueryClient();
  const [queue, setQueue] = useState<readonly Waiting[]>([]);
  const sendings = useRef(new Map<string, UploadHandle<Attachment>>());

  const change = (id: string, part: Partial<Waiting>) =>
    setQueue((before) => before.map((one) => (one.id === id ? { ...one, ...part } : one)));
  const forget = (id: string) => setQueue((before) => before.filter((one) => one.id !== id));

  const send = async (one: Waiting): Promise<void> => {
    change(one.id, { state: "sending", progress: 0 });
    const sending = upload(one.target, {
      fields: { ...one.target.fields, file: one.file },
      key: one.id,
      onProgress: (progress) => change(one.id, { progress }),
    });
    sendings.current.set(one.id, sending);
    try {
      const { file_name: name } = await sending.result;
      forget(one.id);
      showToast({ kind: "success", summary: translate("attachments.upload.done", { name }) });
      void queryClient.invalidateQueries({ queryKey: ["api"] });
    } catch (error) {
      if (error instanceof UploadCancelled) forget(one.id);
      else if (error instanceof ApiError) change(one.id, { state: "failed", ...refusalOf(error) });
      else throw error;
    } finally {
      sendings.current.delete(one.id);
    }
  };
  const sendRef = useRef(send);
  sendRef.current = send;

  useEffect(() => {
    const free = AT_ONCE - queue.filter(({ state }) => state === "sending").length;
    for (const one of queue.filter(({ state }) => state === "waiting").slice(0, Math.max(0, free)))
      void sendRef.current(one);
  }, [queue]);

  return {
    queue,
    add: (files: readonly File[], target: Target) =>
      setQueue((before) => [...before, ...files.map((file) => waitingFor(file, target))]),
    cancel: (id: string) => {
      sendings.current.get(id)?.cancel();
      if (!sendings.current.has(id)) forget(id);
    },
    retry: (id: string) => change(id, { state: "waiting", refusal: undefined }),
  };
}
