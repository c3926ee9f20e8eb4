// The state of a problem report: its text, a picture that may be sent, and the errors of the server.
import { useRef, useState } from "react";
import { ApiError } from "../../../api/errors";
import { upload } from "../../../api/upload";
import { useTranslate } from "../../../i18n/translate";
import { PICTURE_TYPES, type Picture, withoutMetadata } from "../../../lib/picture";
import { showToast } from "../../../lib/toasts";
import { firstFailure, max, required } from "../../../lib/validation";
import { useCurrentUser } from "../../../session/currentUser";
import { draftsOf } from "../../../session/drafts";
import type { FieldFailure } from "../../../ui/form/fieldRules";
import type { TechnicalDetails } from "./technicalDetails";

/** The largest picture that the server accepts: `MAX_PICTURE_BYTES` of its schema. */
const MAX_PICTURE_SIZE = 5 * 1024 * 1024;
const DRAFT = "bug-report";
const RULES = [required(), max(4_000)];

export type ReportErrors = {
  description?: FieldFailure | string | undefined;
  picture?: string | undefined;
  consent?: string | undefined;
  /** An error that belongs to no field. */
  other?: string | undefined;
};

export function useBugReport(details: TechnicalDetails, onSent: () => void) {
  const t = useTranslate();
  // The text survives a closed dialog, a reload and an expired page.
  const drafts = draftsOf(useCurrentUser());
  const [description, setDescription] = useState(
    () => drafts.read<{ description: string }>(DRAFT, ["description"])?.description ?? "",
  );
  const [picture, setPicture] = useState<Picture | null>(null);
  const [hasConsent, setConsent] = useState(false);
  const [errors, setErrors] = useState<ReportErrors>({});
  const [busy, setBusy] = useState(false);
  const key = useRef("");

  const change = (changed: ReportErrors) => {
    key.current = "";
    setErrors({ ...errors, other: undefined, ...changed });
  };
  const describe = (text: string) => {
    setDescription(text);
    drafts.save(DRAFT, { description: text });
    change({ description: undefined });
  };
  /** Another picture needs another consent. */
  const replacePicture = (next: Picture | null, error?: string) => {
    setPicture(next);
    setConsent(false);
    change({ picture: error, consent: undefined });
  };
  const choosePicture = async (file: File) => {
    if (!PICTURE_TYPES.includes(file.type))
      return replacePicture(null, t("shell.bug.picture.kind"));
    const redrawn = await withoutMetadata(file);
    if (redrawn === null) return replacePicture(null, t("shell.bug.picture.kind"));
    const isTooLarge = redrawn.file.size > MAX_PICTURE_SIZE;
    replacePicture(
      isTooLarge ? null : redrawn,
      isTooLarge ? t("shell.bug.picture.size") : undefined,
    );
  };
  const consent = (given: boolean) => {
    setConsent(given);
    change({ consent: undefined });
  };
  const validateDescription = () => firstFailure(RULES, description, {}) ?? undefined;

  const send = async () => {
    key.current ||= crypto.randomUUID();
    const { build, ...shown } = details;
    const fields = { description, ...shown, build: build || null, file: picture?.file };
    const target = { method: "POST", path: "/bug-reports" } as const;
    await upload(target, { fields, key: key.current, onProgress: () => undefined }).result;
    drafts.discard(DRAFT);
    showToast({
      kind: "success",
      summary: t("shell.bug.sent"),
      detail: t("shell.bug.sent_detail"),
    });
    onSent();
  };
  const showRefusal = ({ errors: refused, message }: ApiError) => {
    const { description: text, file, ...others } = refused;
    const other = Object.values(others).flat()[0];
    setErrors({
      description: text?.join(" "),
      picture: file?.join(" "),
      other: text || file ? undefined : (other ?? (message || t("errors.generic.offline"))),
    });
  };
  /** Returns the errors that prevent sending. */
  const submit = async (): Promise<ReportErrors> => {
    const found: ReportErrors = {
      description: validateDescription(),
      consent: picture && !hasConsent ? t("shell.bug.picture.consent_missing") : undefined,
    };
    setErrors(found);
    if (busy || found.description || found.consent) return found;
    setBusy(true);
    try {
      await send();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      showRefusal(error);
    } finally {
      setBusy(false);
    }
    return {};
  };

  return {
    description,
    describe,
    validateOnBlur: () => setErrors({ ...errors, description: validateDescription() }),
    picture,
    choosePicture,
    removePicture: () => replacePicture(null),
    hasConsent,
    consent,
    errors,
    busy,
    submit,
  };
}
