// Imports records from a file: choose, check, apply. The file's id is in the URL.
import { NativeSelect } from "@mantine/core";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { useTranslate } from "../../i18n/translate";
import { Forbidden } from "../feedback/Forbidden";
import { PageTitle } from "../layout/PageTitle";
import { CheckedFile } from "./CheckedFile";
import { ChooseFile } from "./ChooseFile";
import classes from "./Imports.module.css";
import { type ImportKind, useImportKinds } from "./importKinds";

/** The parameter's value before a file is chosen. */
const NEW_FILE = "new";

type Props = { kinds: readonly [ImportKind, ...ImportKind[]] };

export function ImportPage({ kinds }: Props) {
  const t = useTranslate();
  const permitted = useImportKinds(kinds);
  const [chosen, setChosen] = useState<ImportKind>();
  const { import: parameter } = useSearch({ strict: false }) as { import?: string };
  const file = parameter === NEW_FILE ? undefined : parameter;
  const navigate = useNavigate();
  const kind = chosen ?? permitted[0];
  const title = t(`imports.title_${kind ?? kinds[0]}`);
  // The URL is the list's, so this title takes the focus itself.
  useEffect(() => document.querySelector<HTMLElement>("[data-page-title]")?.focus(), []);
  if (kind === undefined) return <Forbidden page={title} />;
  const show = (id: string) => void navigate({ to: ".", search: { import: id } });
  return (
    <>
      <PageTitle>{title}</PageTitle>
      <div className={classes.steps}>
        {permitted.length > 1 && (
          <NativeSelect
            label={t("imports.content")}
            maw={320}
            value={kind}
            onChange={(event) =>
              setChosen(permitted.find((one) => one === event.currentTarget.value))
            }
            data={permitted.map((value) => ({ value, label: t(`imports.title_${value}`) }))}
          />
        )}
        <ChooseFile kind={kind} isReplacing={file !== undefined} onUploaded={show} />
        {file !== undefined && <CheckedFile key={file} id={file} kinds={kinds} />}
      </div>
    </>
  );
}
