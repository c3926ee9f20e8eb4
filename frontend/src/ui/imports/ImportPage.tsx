// Imports records from a file: choose, check, apply. The file's id is in the URL.
import { NativeSelect } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useEffect } from "react";
import { optionalItemQuery } from "../../api/queries";
import { useTranslate } from "../../i18n/translate";
import { Forbidden } from "../feedback/Forbidden";
import { PageTitle } from "../layout/PageTitle";
import { CheckedFile } from "./CheckedFile";
import { ChooseFile } from "./ChooseFile";
import classes from "./Imports.module.css";
import { type ImportKind, useImportKinds } from "./importKinds";

const NEW_FILE = "new";

type Props = { kinds: readonly [ImportKind, ...ImportKind[]] };

/** Before a file is chosen, the parameter is its kind, or "new" for the first. */
export function ImportPage({ kinds }: Props) {
  const t = useTranslate();
  const permitted = useImportKinds(kinds);
  const { import: parameter } = useSearch({ strict: false }) as { import?: string };
  const chosen = permitted.find((kind) => kind === parameter);
  const file = chosen === undefined && parameter !== NEW_FILE ? parameter : undefined;
  const { data: opened } = useQuery({
    ...optionalItemQuery("/imports/{id}", file ?? ""),
    enabled: file !== undefined,
  });
  const navigate = useNavigate();
  const kind = chosen ?? permitted.find((one) => one === opened?.kind) ?? permitted[0];
  const title = t(`imports.title_${kind ?? kinds[0]}`);
  // The URL is the list's, so this title takes the focus itself.
  useEffect(() => document.querySelector<HTMLElement>("[data-page-title]")?.focus(), []);
  if (kind === undefined) return <Forbidden page={title} />;
  const show = (value: string) => void navigate({ to: ".", search: { import: value } });
  return (
    <>
      <PageTitle>{title}</PageTitle>
      <div className={classes.steps}>
        {permitted.length > 1 && (
          <NativeSelect
            label={t("imports.content")}
            maw={320}
            value={kind}
            onChange={(event) => show(event.currentTarget.value)}
            data={permitted.map((value) => ({ value, label: t(`imports.title_${value}`) }))}
          />
        )}
        <ChooseFile kind={kind} isReplacing={file !== undefined} onUploaded={show} />
        {file !== undefined && <CheckedFile key={file} id={file} kinds={kinds} />}
      </div>
    </>
  );
}
