// The import link of a list; the import page loads on demand and replaces the list.
import { useSearch } from "@tanstack/react-router";
import { loadMessages, useTranslate } from "../../i18n/translate";
import { lazyComponent } from "../lazyComponent";
import { ButtonLink } from "../links/ButtonLink";
import { type ImportKind, useImportKinds } from "./importKinds";

export const ImportPage = lazyComponent(async () => {
  const [page] = await Promise.all([import("./ImportPage"), loadMessages("dialogs")]);
  return page.ImportPage;
});

/** True when the URL of the list has an import parameter. */
export function useImporting(): boolean {
  return "import" in useSearch({ strict: false });
}

type Props = { kinds: readonly ImportKind[] };

export function ImportLink({ kinds }: Props) {
  const t = useTranslate();
  if (useImportKinds(kinds).length === 0) return null;
  return (
    <ButtonLink to="." search={{ import: "new" }} variant="default">
      {t("table.import")}
    </ButtonLink>
  );
}
