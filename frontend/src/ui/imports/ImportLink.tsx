// From a list to bringing its records from a file, which takes the list's place and comes only then.
import { useSearch } from "@tanstack/react-router";
import { useTranslate } from "../../i18n/translate";
import { lazyComponent } from "../lazyComponent";
import { ButtonLink } from "../links/ButtonLink";

export const ImportPage = lazyComponent(async () => (await import("./ImportPage")).ImportPage);

/** The address of a list says that a file is to be chosen, or which one is looked at. */
export function useImporting(): boolean {
  return "import" in useSearch({ strict: false });
}

export function ImportLink() {
  const t = useTranslate();
  return (
    <ButtonLink to="." search={{ import: "new" } as never} variant="default">
      {t("table.import")}
    </ButtonLink>
  );
}
