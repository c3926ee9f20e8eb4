// The queue of uploads: two at a time, with progress, cancel and retry.
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

const MAX_PARALLEL = 2;

/** A new file belongs to its owner's list, a new version to its attachment. */
export type Target = TargetOf<Extract<UploadTarget, { path: `${string}/{id}${string}` }>>;
type TargetOf<T extends UploadTarget> = T extends UploadTarget
  ? T & { fields: Omit<FieldsFor<T>, "file"> }
  : never;

export type QueuedUpload = {
  id: string;
  file: File;
  target: Target;
  state: "waiting" | "sending" | "failed";
  progress: number;
  /** The error, and whether the same file can be sent again. */
  errorText?: string;
  isFinal?: boolean;
};

function failureOf(error: ApiError): Pick<QueuedUpload, "errorText" | "isFinal"> {
  const message = error.errors.file?.[0] ?? Object.values(error.errors).flat()[0] ?? error.message;
  const isTemporary = error.status === 0 || error.status >= 500 || error.status === 429;
  return {
    errorText: message || translate("attachments.upload.unreachable"),
    isFinal: !isTemporary,
  };
}

function toQueuedUpload(file: File, target: Target): QueuedUpload {
  const base = { id: crypto.randomUUID(), file, target, progress: 0 };
  if (file.size <= MAX_FILE_SIZE) return { ...base, state: "waiting" };
  const errorText = translate("attachments.upload.too_large");
  return { ...base, state: "failed", errorText, isFinal: true };
}

export function useUploads() {
  const queryClient = useQueryClient();
  const [queue, setQueue] = useState<readonly QueuedUpload[]>([]);
  const activeUploads = useRef(new Map<string, UploadHandle<Attachment>>());

  const update = (id: string, changes: Partial<QueuedUpload>) =>
    setQueue((previous) =>
      previous.map((item) => (item.id === id ? { ...item, ...changes } : item)),
    );
  const remove = (id: string) => setQueue((previous) => previous.filter((item) => item.id !== id));

  const send = async (item: QueuedUpload): Promise<void> => {
    update(item.id, { state: "sending", progress: 0 });
    const activeUpload = upload(item.target, {
      fields: { ...item.target.fields, file: item.file },
      key: item.id,
      onProgress: (progress) => update(item.id, { progress }),
    });
    activeUploads.current.set(item.id, activeUpload);
    try {
      const { file_name: name } = await activeUpload.result;
      remove(item.id);
      showToast({ kind: "success", summary: translate("attachments.upload.done", { name }) });
      void queryClient.invalidateQueries({ queryKey: ["api"] });
    } catch (error) {
      if (error instanceof UploadCancelled) remove(item.id);
      else if (error instanceof ApiError) update(item.id, { state: "failed", ...failureOf(error) });
      else throw error;
    } finally {
      activeUploads.current.delete(item.id);
    }
  };
  const sendRef = useRef(send);
  sendRef.current = send;

  useEffect(() => {
    const freeSlots = MAX_PARALLEL - queue.filter(({ state }) => state === "sending").length;
    for (const item of queue
      .filter(({ state }) => state === "waiting")
      .slice(0, Math.max(0, freeSlots)))
      void sendRef.current(item);
  }, [queue]);

  return {
    queue,
    add: (files: readonly File[], target: Target) =>
      setQueue((previous) => [...previous, ...files.map((file) => toQueuedUpload(file, target))]),
    cancel: (id: string) => {
      activeUploads.current.get(id)?.cancel();
      if (!activeUploads.current.has(id)) remove(id);
    },
    retry: (id: string) => update(id, { state: "waiting", errorText: undefined }),
  };
}
