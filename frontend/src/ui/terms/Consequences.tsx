// What a term would change, read before it is saved; a refusal is shown as what it is, with the ways out.

import { Alert, Text } from "@mantine/core";
import { runIf } from "../../api/queries";
import "@mantine/core/styles/Alert.css";
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, use } from "react";
import { ApiError } from "../../api/errors";
import { useTranslate } from "../../i18n/translate";
import { NoteForm } from "../form/fields";
import { lazyComponent } from "../lazyComponent";
import classes from "./Terms.module.css";

const MonthClosedPanel = lazyComponent(
  async () => (await import("../form/MonthClosedPanel")).MonthClosedPanel,
  null,
);
const TYPING_MS = 250;

type Props<Preview> = {
  /** What is sent: another request is another preview. */
  request: object;
  read: () => Promise<{ data: Preview }>;
  children: (preview: Preview) => ReactNode;
};

export function Consequences<Preview>({ request, read, children }: Props<Preview>) {
  const t = useTranslate();
  const noteForm = use(NoteForm);
  const key = JSON.stringify(request);
  const [settled] = useDebouncedValue(key, TYPING_MS);
  const { data, error } = useQuery({
    // Not below "api": saving reads all of that again, and a saved term would then be refused as a second one.
    queryKey: ["term-preview", key],
    queryFn: async () => (await read()).data,
    ...runIf(settled === key),
    retry: false,
    gcTime: 0,
    throwOnError: false,
  });
  if (error instanceof ApiError) {
    if (error.closedMonth !== null && noteForm !== null)
      return <MonthClosedPanel error={error} fields={noteForm.fields} form={noteForm.form} />;
    const messages = Object.values(error.errors).flat();
    return <Alert color="yellow">{messages.join(" ") || error.message}</Alert>;
  }
  return (
    <div aria-live="polite" className={classes.preview}>
      {data === undefined ? (
        <Text size="sm">{t("dated_terms.preview.loading")}</Text>
      ) : (
        children(data)
      )}
    </div>
  );
}
