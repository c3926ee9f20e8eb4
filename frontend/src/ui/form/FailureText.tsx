// A validation error; a component, so that it changes language with the page.
import { useTranslate } from "../../i18n/translate";
import type { FieldFailure } from "./fieldRules";

export function FailureText({ failure }: { failure: FieldFailure }) {
  return useTranslate()(failure.key, failure.values);
}
